#![doc = include_str!("../README.md")]

mod account_file;
mod genesis;
mod node;
mod validator;

pub use account_file::AccountInfo;
pub use genesis::{TestValidatorGenesis, UpgradeableProgramInfo};
pub use validator::TestValidator;
