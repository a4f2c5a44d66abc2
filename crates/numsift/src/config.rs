//! Configuration: defaults, then the configuration file, then `NUMSIFT_*` variables, then flags.

mod mask;

use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use numsift_model::api_key::IpRange;
use serde::{Deserialize, Serialize};
use toml::Table;
use url::Url;

use self::mask::{mask_password, mask_user};

/// Read when no file is named and it exists.
const DEFAULT_FILE: &str = "numsift.toml";
/// With a shorter lease a node that is busy for a moment loses its work; with a longer one a dead node keeps it.
const LEASES_S: std::ops::RangeInclusive<i64> = 4..=3600;

/// How much a process may work on concurrently. Each chunk holds its numbers in memory.
const WORKER_CHUNKS: std::ops::RangeInclusive<usize> = 1..=1000;
const WORKER_JOBS: std::ops::RangeInclusive<usize> = 1..=100;
/// With a single connection, a transaction that needs another one would wait for itself.
const CONNECTIONS: std::ops::RangeInclusive<u32> = 2..=1000;

/// Service managers kill a process that takes much longer to stop.
const LONGEST_DRAIN_S: u64 = 60;

/// The settings that matter to a command, as its help shows them. Other commands use all or none.
pub const SETTINGS_OF: [(&str, &[&str]); 4] = [
    (
        "worker",
        &[
            "config",
            "data",
            "database_url",
            "database_connections",
            "log",
            "otlp_endpoint",
            "public_url",
            "allowed_hosts",
            "webhook_hosts",
            "worker_chunks",
            "worker_jobs",
            "lease_s",
            "s3_bucket",
            "s3_endpoint",
            "s3_region",
            "s3_access_key",
            "s3_secret_key",
            "s3_allow_http",
        ],
    ),
    (
        "admin",
        &[
            "config",
            "data",
            "database_url",
            "s3_bucket",
            "s3_endpoint",
            "s3_region",
            "s3_access_key",
            "s3_secret_key",
            "s3_allow_http",
        ],
    ),
    (
        "doctor",
        &[
            "config",
            "data",
            "database_url",
            "allowed_hosts",
            "tron_api_key",
            "s3_bucket",
            "s3_endpoint",
            "s3_region",
            "s3_access_key",
            "s3_secret_key",
            "s3_allow_http",
        ],
    ),
    ("sim", &["config", "data", "database_url"]),
];

/// Whether an argument is a setting.
pub fn is_setting(id: &clap::Id) -> bool {
    let all = Flags::augment_args(Command::new("numsift"));
    all.get_arguments().any(|arg| arg.get_id() == id)
}

/// All settings. Each is declared once: its name in the file, its flag, its variable, its default and its help text.
#[derive(Debug, Clone, PartialEq, Eq, Args, Serialize, Deserialize)]
#[group(skip)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Folder for the database, files and keys
    #[arg(long, global = true, value_name = "DIR", env = "NUMSIFT_DATA", default_value = "./data")]
    pub data: PathBuf,
    /// PostgreSQL address (postgres://…); without it, SQLite in the data folder
    #[arg(long, global = true, value_name = "URL", env = "NUMSIFT_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Maximum number of connections to PostgreSQL
    #[arg(long, global = true, value_name = "N", env = "NUMSIFT_DATABASE_CONNECTIONS", default_value_t = 20)]
    pub database_connections: u32,
    /// Address to listen on
    #[arg(long, global = true, value_name = "ADDRESS", env = "NUMSIFT_HOST", default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Port to listen on; 0 picks a free port
    #[arg(long, global = true, value_name = "PORT", env = "NUMSIFT_PORT", default_value_t = 8080)]
    pub port: u16,
    /// Address (host:port) for /healthz, /readyz and /metrics; by default this machine only, on the port + 1000
    #[arg(long, global = true, value_name = "ADDRESS", env = "NUMSIFT_METRICS_ADDRESS")]
    pub metrics_address: Option<SocketAddr>,
    /// Addresses and ranges (CIDR) of reverse proxies whose X-Forwarded-For header is trusted
    #[arg(
        long,
        global = true,
        value_name = "ADDRESS",
        env = "NUMSIFT_TRUSTED_PROXIES",
        value_delimiter = ','
    )]
    pub trusted_proxies: Vec<IpRange>,
    /// API key for a hosted TRON node
    #[arg(long, global = true, value_name = "KEY", env = "NUMSIFT_TRON_API_KEY", hide_env_values = true)]
    pub tron_api_key: Option<String>,
    /// Log filter, such as `info` or `numsift_api=debug,info`
    #[arg(long, global = true, value_name = "FILTER", env = "NUMSIFT_LOG", default_value = "info")]
    pub log: String,
    /// Where to log every request as JSON: `stdout`, or a file; without it, only refused requests are logged
    #[arg(long, global = true, value_name = "FILE", env = "NUMSIFT_ACCESS_LOG")]
    pub access_log: Option<PathBuf>,
    /// OpenTelemetry collector (`http://127.0.0.1:4318`) that gets the spans of requests and work, as OTLP over HTTP
    #[arg(long, global = true, value_name = "URL", env = "NUMSIFT_OTLP_ENDPOINT", hide_env_values = true)]
    pub otlp_endpoint: Option<String>,
    /// Public address of this installation, for providers that call back and for passkeys
    #[arg(long, global = true, value_name = "URL", env = "NUMSIFT_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Non-public hosts (`host` or `host:port`) that channels may connect to
    #[arg(long, global = true, value_name = "HOST", env = "NUMSIFT_ALLOWED_HOSTS", value_delimiter = ',')]
    pub allowed_hosts: Vec<String>,
    /// Non-public hosts that webhooks may connect to, for all customers
    // Customers choose the addresses of webhooks, so they do not share the list of the channels.
    #[arg(long, global = true, value_name = "HOST", env = "NUMSIFT_WEBHOOK_HOSTS", value_delimiter = ',')]
    pub webhook_hosts: Vec<String>,
    /// Whether `serve` also works on tasks; use false where `worker` processes do
    #[arg(
        long,
        global = true,
        value_name = "BOOL",
        env = "NUMSIFT_WORKERS",
        action = ArgAction::Set,
        default_value_t = true
    )]
    pub workers: bool,
    /// Chunks of one task that a process works on concurrently
    #[arg(long, global = true, value_name = "N", env = "NUMSIFT_WORKER_CHUNKS", default_value_t = 8)]
    pub worker_chunks: usize,
    /// Background jobs that a process works on concurrently
    #[arg(long, global = true, value_name = "N", env = "NUMSIFT_WORKER_JOBS", default_value_t = 2)]
    pub worker_jobs: usize,
    /// Seconds after which the work of a dead process is taken over
    #[arg(long, global = true, value_name = "SECONDS", env = "NUMSIFT_LEASE_S", default_value_t = 60)]
    pub lease_s: i64,
    /// Seconds for which a server that is told to stop goes on serving, until proxies have noticed it
    #[arg(long, global = true, value_name = "SECONDS", env = "NUMSIFT_DRAIN_S", default_value_t = 0)]
    pub drain_s: u64,
    /// Lookups per minute and API key
    #[arg(
        long,
        global = true,
        value_name = "N",
        env = "NUMSIFT_API_LOOKUP_PER_MINUTE",
        default_value_t = 3000
    )]
    pub api_lookup_per_minute: i64,
    /// Tasks that an API key may start or cancel per minute
    #[arg(long, global = true, value_name = "N", env = "NUMSIFT_API_TASKS_PER_MINUTE", default_value_t = 60)]
    pub api_tasks_per_minute: i64,
    /// Other requests per minute and API key
    #[arg(
        long,
        global = true,
        value_name = "N",
        env = "NUMSIFT_API_READ_PER_MINUTE",
        default_value_t = 1200
    )]
    pub api_read_per_minute: i64,
    /// Bucket of an S3-compatible object store; without it, files are kept in the data folder
    #[arg(long, global = true, value_name = "NAME", env = "NUMSIFT_S3_BUCKET")]
    pub s3_bucket: Option<String>,
    /// Endpoint of the object store; without it, Amazon S3
    #[arg(long, global = true, value_name = "URL", env = "NUMSIFT_S3_ENDPOINT")]
    pub s3_endpoint: Option<String>,
    /// Region of the object store
    #[arg(long, global = true, value_name = "NAME", env = "NUMSIFT_S3_REGION", default_value = "us-east-1")]
    pub s3_region: String,
    /// Access key for the object store
    #[arg(long, global = true, value_name = "KEY", env = "NUMSIFT_S3_ACCESS_KEY")]
    pub s3_access_key: Option<String>,
    /// Secret key for the object store
    #[arg(long, global = true, value_name = "KEY", env = "NUMSIFT_S3_SECRET_KEY", hide_env_values = true)]
    pub s3_secret_key: Option<String>,
    /// Whether the endpoint of the object store may be plain http
    #[arg(
        long,
        global = true,
        value_name = "BOOL",
        env = "NUMSIFT_S3_ALLOW_HTTP",
        action = ArgAction::Set,
        default_value_t = false
    )]
    pub s3_allow_http: bool,
}

impl Default for Config {
    /// The defaults that are declared above, whatever the environment says.
    fn default() -> Self {
        let command = Self::augment_args(Command::new("numsift").no_binary_name(true));
        let matches = command.mut_args(|arg| arg.env(None::<&str>)).get_matches_from([""; 0]);
        Self::from_arg_matches(&matches).expect("the defaults are valid")
    }
}

impl Config {
    /// Formats the configuration as TOML with secrets masked.
    pub fn to_masked_toml(&self) -> anyhow::Result<String> {
        let masked = Self {
            database_url: self.database_url.as_deref().map(mask_password),
            tron_api_key: self.tron_api_key.as_ref().map(|_| "***".to_owned()),
            s3_secret_key: self.s3_secret_key.as_ref().map(|_| "***".to_owned()),
            s3_endpoint: self.s3_endpoint.as_deref().map(mask_user),
            public_url: self.public_url.as_deref().map(mask_user),
            otlp_endpoint: self.otlp_endpoint.as_deref().map(mask_user),
            ..self.clone()
        };
        Ok(toml::to_string_pretty(&masked)?)
    }

    pub fn validate(&self) -> anyhow::Result<()> {
        if let Some(url) = &self.database_url
            && !(url.starts_with("postgres://") || url.starts_with("postgresql://"))
        {
            bail!(
                "invalid `database_url`: expected postgres://… (leave it out to use SQLite in the data folder)"
            );
        }
        if let Some(endpoint) = &self.s3_endpoint
            && !self.s3_allow_http
            && !endpoint.starts_with("https://")
        {
            bail!("invalid `s3_endpoint`: expected https://… (plain http needs `s3_allow_http = true`)");
        }
        if let Some(endpoint) = &self.otlp_endpoint
            && !(endpoint.starts_with("http://") || endpoint.starts_with("https://"))
        {
            bail!("invalid `otlp_endpoint`: expected http://… or https://…");
        }
        if self.trusted_proxies.iter().any(IpRange::is_everything) {
            bail!(
                "invalid `trusted_proxies`: a range of all addresses lets every client choose its address; name the \
                 addresses or the network of your proxies"
            );
        }
        if !LEASES_S.contains(&self.lease_s) {
            bail!("invalid `lease_s`: expected {} to {} seconds", LEASES_S.start(), LEASES_S.end());
        }
        within("worker_chunks", &self.worker_chunks, &WORKER_CHUNKS)?;
        within("worker_jobs", &self.worker_jobs, &WORKER_JOBS)?;
        within("database_connections", &self.database_connections, &CONNECTIONS)?;
        if let Some(url) = &self.public_url {
            let url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
            if url.is_none_or(|url| !url.has_host()) {
                bail!("invalid `public_url`: expected an address such as https://console.example.com");
            }
        }
        self.validate_bucket()?;
        if self.drain_s > LONGEST_DRAIN_S {
            bail!("invalid `drain_s`: expected 0 to {LONGEST_DRAIN_S} seconds");
        }
        for (name, limit) in [
            ("api_lookup_per_minute", self.api_lookup_per_minute),
            ("api_tasks_per_minute", self.api_tasks_per_minute),
            ("api_read_per_minute", self.api_read_per_minute),
        ] {
            if limit < 1 {
                bail!("invalid `{name}`: expected at least 1");
            }
        }
        Ok(())
    }

    /// A bucket needs its keys. Keys without a bucket are for backups.
    fn validate_bucket(&self) -> anyhow::Result<()> {
        let Some(bucket) = &self.s3_bucket else { return Ok(()) };
        if bucket.is_empty() {
            bail!("invalid `s3_bucket`: it is empty (leave it out to keep files in the data folder)");
        }
        for (name, value) in [("s3_access_key", &self.s3_access_key), ("s3_secret_key", &self.s3_secret_key)]
        {
            if value.is_none() {
                bail!("a bucket is configured but `{name}` is not");
            }
        }
        Ok(())
    }
}

/// Refuses a number that is outside of its range.
fn within<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: &T,
    range: &std::ops::RangeInclusive<T>,
) -> anyhow::Result<()> {
    if !range.contains(value) {
        bail!("invalid `{name}`: expected {} to {}", range.start(), range.end());
    }
    Ok(())
}

#[derive(Debug, Args)]
#[group(skip)]
struct Flags {
    /// Configuration file [default: ./numsift.toml, if it exists]
    #[arg(long, global = true, value_name = "FILE", env = "NUMSIFT_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Config,
}

/// The flags and variables of a command; [`load`](Self::load) adds the configuration file.
#[derive(Debug)]
pub struct ConfigArgs {
    flags: Flags,
    /// Settings that come from a flag or a variable. They override the file.
    given: BTreeSet<String>,
}

impl Args for ConfigArgs {
    fn augment_args(command: Command) -> Command {
        Flags::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Flags::augment_args_for_update(command)
    }
}

impl FromArgMatches for ConfigArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let is_given = |name: &&str| {
            matches!(matches.value_source(name), Some(ValueSource::CommandLine | ValueSource::EnvVariable))
        };
        let given = matches.ids().map(clap::Id::as_str).filter(is_given).map(str::to_owned).collect();
        Ok(Self { flags: Flags::from_arg_matches(matches)?, given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ConfigArgs {
    /// Returns the effective configuration.
    pub fn load(self) -> anyhow::Result<Config> {
        let file = match &self.flags.config {
            Some(named) => Some(named.as_path()),
            None => Some(Path::new(DEFAULT_FILE)).filter(|file| file.exists()),
        };
        let config = match file {
            Some(file) => self.override_file(file)?,
            None => self.flags.settings,
        };
        config.validate()?;
        Ok(config)
    }

    fn override_file(&self, file: &Path) -> anyhow::Result<Config> {
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let from_file: Config = toml::from_str(&text)
            .with_context(|| format!("invalid configuration file {}", file.display()))?;
        let mut settings = Table::try_from(from_file)?;
        let flags = Table::try_from(&self.flags.settings)?;
        settings.extend(flags.into_iter().filter(|(name, _)| self.given.contains(name)));
        Ok(settings.try_into()?)
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command, FromArgMatches as _};

    use super::{Config, ConfigArgs};

    fn load(flags: &[&str]) -> anyhow::Result<Config> {
        let command = ConfigArgs::augment_args(Command::new("numsift").no_binary_name(true));
        ConfigArgs::from_arg_matches(&command.try_get_matches_from(flags)?)?.load()
    }

    fn load_with_file(text: &str, flags: &[&str]) -> anyhow::Result<Config> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        load(&[flags, &["--config", file.path().to_str().unwrap()]].concat())
    }

    #[test]
    fn flags_override_the_file_and_the_file_overrides_defaults() {
        let file =
            "port = 2\nhost = \"::1\"\nworkers = false\nallowed_hosts = [\"a\", \"b\"]\ns3_region = \"x\"\n";
        let config = load_with_file(file, &["--port", "1", "--allowed-hosts", "c,d"]).unwrap();
        let expected = Config {
            port: 1,
            host: "::1".parse().unwrap(),
            workers: false,
            allowed_hosts: vec!["c".to_owned(), "d".to_owned()],
            s3_region: "x".to_owned(),
            ..Config::default()
        };
        assert_eq!(config, expected);
    }

    #[test]
    fn a_flag_with_the_default_value_overrides_the_file() {
        assert_eq!(load_with_file("port = 2", &["--port", "8080"]).unwrap().port, 8080);
        assert!(load_with_file("workers = false", &["--workers", "true"]).unwrap().workers);
    }

    #[test]
    fn errors_in_the_file_name_the_setting() {
        let error = |text, flags| format!("{:#}", load_with_file(text, flags).unwrap_err());
        assert!(error("prt = 2\n", &[]).contains("prt"), "{}", error("prt = 2\n", &[]));
        assert!(error("port = \"x\"\n", &[]).contains("line 1"), "{}", error("port = \"x\"\n", &[]));
        assert!(error("port = \"x\"\n", &["--port", "1"]).contains("port"), "the file is wrong all the same");
        let missing = load(&["--config", "/nowhere/x.toml"]).unwrap_err();
        assert!(format!("{missing:#}").contains("/nowhere/x.toml"), "{missing:#}");
    }

    #[test]
    fn invalid_settings_are_rejected_by_name() {
        for (text, expected) in [
            ("database_url = \"mysql://x\"", "invalid `database_url`: expected postgres://"),
            ("s3_endpoint = \"http://x\"", "plain http needs `s3_allow_http = true`"),
            ("trusted_proxies = [\"10.0.0.0/33\"]", "'10.0.0.0/33' is not an IP address or a range"),
            (
                "trusted_proxies = [\"proxy.example.com\"]",
                "'proxy.example.com' is not an IP address or a range",
            ),
            ("trusted_proxies = [\"10.0.0.1\", \"0.0.0.0/0\"]", "invalid `trusted_proxies`: a range of all"),
            ("trusted_proxies = [\"::/0\"]", "invalid `trusted_proxies`: a range of all"),
            ("lease_s = 3", "invalid `lease_s`: expected 4 to 3600 seconds"),
            ("drain_s = 61", "invalid `drain_s`: expected 0 to 60 seconds"),
            ("worker_chunks = 0", "invalid `worker_chunks`: expected 1 to 1000"),
            ("worker_jobs = 0", "invalid `worker_jobs`: expected 1 to 100"),
            ("database_connections = 1", "invalid `database_connections`: expected 2 to 1000"),
            ("public_url = \"console.example.com\"", "invalid `public_url`: expected an address such as"),
            ("s3_bucket = \"\"", "invalid `s3_bucket`: it is empty"),
            ("s3_bucket = \"b\"\ns3_secret_key = \"s\"", "a bucket is configured but `s3_access_key` is not"),
            ("api_read_per_minute = 0", "invalid `api_read_per_minute`: expected at least 1"),
        ] {
            let error = format!("{:#}", load_with_file(text, &[]).unwrap_err());
            assert!(error.contains(expected), "{error}");
        }
        assert_eq!(load_with_file("lease_s = 90", &["--lease-s", "5"]).unwrap().lease_s, 5);
        let wrong = load(&["--trusted-proxies", "10.0.0.0/8,10.0.0.256"]).unwrap_err().to_string();
        assert!(wrong.contains("10.0.0.256") && wrong.contains("--trusted-proxies"), "{wrong}");
    }

    #[test]
    fn proxies_are_addresses_and_ranges() {
        let file = "trusted_proxies = [\"10.0.0.1\", \"172.16.0.0/12\", \"::ffff:192.0.2.0/120\"]";
        for config in [
            load_with_file(file, &[]).unwrap(),
            load(&["--trusted-proxies", "10.0.0.1,172.16.0.0/12,::ffff:192.0.2.0/120"]).unwrap(),
        ] {
            let shown: Vec<_> = config.trusted_proxies.iter().map(ToString::to_string).collect();
            assert_eq!(shown, ["10.0.0.1", "172.16.0.0/12", "192.0.2.0/24"]);
            assert!(config.to_masked_toml().unwrap().contains("\"172.16.0.0/12\""));
        }
    }

    #[test]
    fn secrets_are_masked() {
        let config = Config {
            database_url: Some("postgres://a:opensesame@h/d?password=opensesame".into()),
            s3_endpoint: Some("https://key:opensesame@s3.example.com".into()),
            public_url: Some("https://user:opensesame@numsift.example.com".into()),
            tron_api_key: Some("opensesame".into()),
            s3_secret_key: Some("opensesame".into()),
            ..Config::default()
        };
        assert!(!config.to_masked_toml().unwrap().contains("opensesame"));
    }
}
