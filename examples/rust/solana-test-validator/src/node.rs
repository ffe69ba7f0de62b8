//! The process of stillnode.

use std::{
    env,
    error::Error,
    fs,
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio, id},
    sync::atomic::{AtomicUsize, Ordering},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::Value;

/// The version that this crate stands in for.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION_MAJOR"),
    ".",
    env!("CARGO_PKG_VERSION_MINOR")
);
/// The versions of Agave that stillnode knows. For another one it answers as its default version.
const VERSIONS: [&str; 5] = ["4.1", "4.2", "4.3", "4.4", "4.5"];

const PAUSE: Duration = Duration::from_millis(20);
const START_LIMIT: Duration = Duration::from_secs(60);

/// A folder that is deleted with its value.
pub(crate) struct TemporaryFolder(pub PathBuf);

impl TemporaryFolder {
    pub fn new() -> Result<Self, Box<dyn Error>> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = env::temp_dir().join(format!("stillnode-validator-{}-{number}", id()));
            match fs::create_dir(&path) {
                // an earlier process with this id was killed
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                created => created?,
            }
            return Ok(Self(path));
        }
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// `stillnode test-validator`. It ends with this value, and with this process, also if that is killed.
pub(crate) struct Node {
    child: Child,
    /// the node ends when this is closed
    stdin: Option<ChildStdin>,
    /// whether the node writes its ledger at the end
    keeps_ledger: bool,
    pub url: String,
    pub ws_url: String,
}

impl Node {
    /// Starts the program of STILLNODE_BIN, or `stillnode` on the PATH, and waits until it answers.
    pub fn start(
        arguments: &[String],
        ready: &Path,
        keeps_ledger: bool,
    ) -> Result<Self, Box<dyn Error>> {
        let program = env::var("STILLNODE_BIN").unwrap_or("stillnode".into());
        let mut command = Command::new(&program);
        command
            .arg("test-validator")
            .args(arguments)
            .env("STILLNODE_UNTIL_STDIN_ENDS", "1")
            .env("STILLNODE_READY_FILE", ready)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if env::var_os("STILLNODE_AGAVE").is_none() && VERSIONS.contains(&VERSION) {
            command.env("STILLNODE_AGAVE", VERSION);
        }
        let mut child = command.spawn().map_err(|error| {
            format!("cannot start {program}: {error}; install stillnode, or set STILLNODE_BIN")
        })?;
        let mut node = Self {
            stdin: child.stdin.take(),
            child,
            keeps_ledger,
            url: String::new(),
            ws_url: String::new(),
        };
        let start = Instant::now();
        while !ready.exists() {
            if let Some(status) = node.child.try_wait()? {
                let mut output = String::new();
                if let Some(mut stdout) = node.child.stdout.take() {
                    stdout.read_to_string(&mut output)?;
                }
                return Err(format!("stillnode ended with {status}: {}", output.trim()).into());
            }
            if start.elapsed() > START_LIMIT {
                return Err(format!("stillnode is not ready after {START_LIMIT:?}").into());
            }
            sleep(PAUSE);
        }
        let address: Value = serde_json::from_slice(&fs::read(ready)?)?;
        let text = |name: &str| address[name].as_str().unwrap_or_default().to_string();
        node.url = text("url");
        node.ws_url = text("wsUrl");
        Ok(node)
    }

    /// Waits until the node ends by itself.
    pub fn wait(&mut self) {
        // `wait` closes the stdin of the child, which would end the node; but it was taken out of the child
        let _ = self.child.wait();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if self.keeps_ledger {
            drop(self.stdin.take());
        } else {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
