//! Accounts as `solana account --output json` writes them.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    str::FromStr,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use solana_account::{Account, AccountSharedData};
use solana_pubkey::Pubkey;

/// The file of an account.
#[derive(Clone)]
pub struct AccountInfo<'a> {
    /// The address in the ledger; None: the one in the file.
    pub address: Option<Pubkey>,
    pub filename: &'a str,
}

/// The member `account` of a file.
pub(crate) fn account_json(account: AccountSharedData) -> Value {
    let Account {
        data,
        executable,
        lamports,
        owner,
        rent_epoch,
    } = account.into();
    json!({
        "lamports": lamports,
        "data": [BASE64_STANDARD.encode(data), "base64"],
        "owner": owner.to_string(),
        "executable": executable,
        "rentEpoch": rent_epoch,
    })
}

/// Reads a file: the address in it, and its member `account`.
pub(crate) fn read_account(path: &Path) -> Result<(Pubkey, Value), String> {
    let problem = |reason: String| format!("Unable to deserialize {}: {reason}", path.display());
    let text = fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
    let mut file: Value =
        serde_json::from_str(&text).map_err(|error| problem(error.to_string()))?;
    let address = file["pubkey"]
        .as_str()
        .and_then(|text| Pubkey::from_str(text).ok())
        .ok_or_else(|| problem("`pubkey` is not an address".into()))?;
    match file["account"].take() {
        account @ Value::Object(_) => Ok((address, account)),
        _ => Err(problem("`account` is not an object".into())),
    }
}

/// Writes the file of an account into a folder.
pub(crate) fn write_account(
    folder: &Path,
    address: &Pubkey,
    account: &Value,
) -> Result<(), Box<dyn Error>> {
    let file = json!({"pubkey": address.to_string(), "account": account});
    fs::write(folder.join(format!("{address}.json")), file.to_string())?;
    Ok(())
}

/// Looks for a file in the folder of BPF_OUT_DIR or SBF_OUT_DIR, in tests/fixtures, and in the working directory.
pub(crate) fn find_file(name: &str) -> Option<PathBuf> {
    let output = env::var_os("BPF_OUT_DIR").or_else(|| env::var_os("SBF_OUT_DIR"));
    output
        .map(PathBuf::from)
        .into_iter()
        .chain(["tests/fixtures".into(), ".".into()])
        .map(|folder| folder.join(name))
        .find(|path| path.exists())
}
