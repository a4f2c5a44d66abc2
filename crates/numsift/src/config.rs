//! Configuration: defaults, then the file, then `NUMSIFT_*`, then flags.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use serde::{Deserialize, Serialize};

/// File that is read when none is named and it exists.
const DEFAULT_FILE: &str = "numsift.toml";
/// Shorter, and a machine that is busy for a moment loses its work; longer, and a dead one keeps it.
const LEASES_S: std::ops::RangeInclusive<i64> = 4..=3600;

/// How the server runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address to listen on.
    pub host: IpAddr,
    /// Port to listen on; 0 takes a free one.
    pub port: u16,
    /// Folder for the database, files and keys.
    pub data: PathBuf,
    /// `postgres://…`; without it, SQLite in the data folder.
    pub database_url: Option<String>,
    /// Most connections to PostgreSQL.
    pub database_connections: u32,
    /// Reverse proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// The key that a hosted TRON node asks for.
    pub tron_api_key: Option<String>,
    /// What is logged, e.g. `info` or `numsift_api=debug,info`.
    pub log: String,
    /// The address under which the world reaches this installation, for providers that call back.
    pub public_url: Option<String>,
    /// Hosts (`host` or `host:port`) that channels may reach although they are not public.
    pub allowed_hosts: Vec<String>,
    /// The same for webhooks. Their addresses are the customers' choice, so this is a list of its own.
    pub webhook_hosts: Vec<String>,
    /// Whether `serve` works on tasks itself; switch it off where `worker` processes do.
    pub workers: bool,
    /// Chunks that one process works on side by side.
    pub worker_chunks: usize,
    /// Jobs in the background that one process works on side by side.
    pub worker_jobs: usize,
    /// Seconds after which the work of a process that is not heard of goes to others.
    pub lease_s: i64,
    /// Lookups of one API key in a minute.
    pub api_lookup_per_minute: i64,
    /// Tasks that one API key may start or cancel in a minute.
    pub api_tasks_per_minute: i64,
    /// Other requests of one API key in a minute.
    pub api_read_per_minute: i64,
    /// The bucket of an S3-compatible store; without it, files lie in the data folder.
    pub s3_bucket: Option<String>,
    /// Its address; without it, Amazon's.
    pub s3_endpoint: Option<String>,
    /// Its region.
    pub s3_region: String,
    /// Who asks.
    pub s3_access_key: Option<String>,
    /// And how it proves that.
    pub s3_secret_key: Option<String>,
    /// Whether the address may be plain `http`.
    pub s3_allow_http: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 8080,
            data: PathBuf::from("./data"),
            database_url: None,
            database_connections: 20,
            trusted_proxies: Vec::new(),
            tron_api_key: None,
            log: "info".to_owned(),
            public_url: None,
            allowed_hosts: Vec::new(),
            webhook_hosts: Vec::new(),
            workers: true,
            worker_chunks: 8,
            worker_jobs: 2,
            lease_s: 60,
            api_lookup_per_minute: 3000,
            api_tasks_per_minute: 60,
            api_read_per_minute: 1200,
            s3_bucket: None,
            s3_endpoint: None,
            s3_region: "us-east-1".to_owned(),
            s3_access_key: None,
            s3_secret_key: None,
            s3_allow_http: false,
        }
    }
}

impl Config {
    /// As TOML, with the database's password masked.
    pub fn shown(&self) -> anyhow::Result<String> {
        let masked = Self {
            database_url: self.database_url.as_deref().map(mask_password),
            tron_api_key: self.tron_api_key.as_ref().map(|_| "***".to_owned()),
            s3_secret_key: self.s3_secret_key.as_ref().map(|_| "***".to_owned()),
            ..self.clone()
        };
        Ok(toml::to_string_pretty(&masked)?)
    }
}

/// Hides what stands between the user and the host of an address.
fn mask_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return "***".to_owned() };
    match rest.rsplit_once('@') {
        Some((user, host)) => {
            let name = user.split(':').next().unwrap_or_default();
            let password = if user.contains(':') { ":***" } else { "" };
            format!("{scheme}://{name}{password}@{host}")
        }
        None => url.to_owned(),
    }
}

/// Flags and variables that win over the file.
#[derive(Debug, Default, Args)]
pub struct Overrides {
    /// Configuration file [default: ./numsift.toml, if there is one]
    #[arg(long, global = true, value_name = "FILE", env = "NUMSIFT_CONFIG")]
    pub config: Option<PathBuf>,
    /// Folder for the database, files and keys [default: ./data]
    #[arg(long, global = true, value_name = "DIR", env = "NUMSIFT_DATA")]
    pub data: Option<PathBuf>,
    /// PostgreSQL address; without it, SQLite in the data folder
    #[arg(long, global = true, value_name = "URL", env = "NUMSIFT_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Most connections to PostgreSQL [default: 20]
    #[arg(long, global = true, value_name = "N", env = "NUMSIFT_DATABASE_CONNECTIONS")]
    pub database_connections: Option<u32>,
    /// Address to listen on [default: 127.0.0.1]
    #[arg(long, global = true, value_name = "ADDRESS", env = "NUMSIFT_HOST")]
    pub host: Option<IpAddr>,
    /// Port to listen on; 0 takes a free one [default: 8080]
    #[arg(long, global = true, value_name = "PORT", env = "NUMSIFT_PORT")]
    pub port: Option<u16>,
    /// Reverse proxies whose X-Forwarded-For is believed
    #[arg(
        long,
        global = true,
        value_name = "ADDRESS",
        env = "NUMSIFT_TRUSTED_PROXIES",
        value_delimiter = ','
    )]
    pub trusted_proxies: Option<Vec<IpAddr>>,
    /// The key that a hosted TRON node asks for
    #[arg(long, global = true, value_name = "KEY", env = "NUMSIFT_TRON_API_KEY", hide_env_values = true)]
    pub tron_api_key: Option<String>,
    /// What is logged, from error to trace [default: info]
    #[arg(long, global = true, value_name = "FILTER", env = "NUMSIFT_LOG")]
    pub log: Option<String>,
    /// The address under which the world reaches this installation
    #[arg(long, global = true, value_name = "URL", env = "NUMSIFT_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Hosts that channels may reach although they are not public
    #[arg(long, global = true, value_name = "HOST", env = "NUMSIFT_ALLOWED_HOSTS", value_delimiter = ',')]
    pub allowed_hosts: Option<Vec<String>>,
    /// Hosts that webhooks of customers may reach although they are not public
    #[arg(long, global = true, value_name = "HOST", env = "NUMSIFT_WEBHOOK_HOSTS", value_delimiter = ',')]
    pub webhook_hosts: Option<Vec<String>>,
    /// Whether `serve` works on tasks itself [default: true]
    #[arg(long, global = true, value_name = "BOOL", env = "NUMSIFT_WORKERS")]
    pub workers: Option<bool>,
    /// Chunks that one process works on side by side [default: 8]
    #[arg(long, global = true, value_name = "N", env = "NUMSIFT_WORKER_CHUNKS")]
    pub worker_chunks: Option<usize>,
    /// Seconds after which the work of a process that is not heard of goes to others [default: 60]
    #[arg(long, global = true, value_name = "SECONDS", env = "NUMSIFT_LEASE_S")]
    pub lease_s: Option<i64>,
    /// Lookups of one API key in a minute [default: 3000]
    #[arg(long, global = true, value_name = "N", env = "NUMSIFT_API_LOOKUP_PER_MINUTE")]
    pub api_lookup_per_minute: Option<i64>,
    /// Tasks that one API key may start or cancel in a minute [default: 60]
    #[arg(long, global = true, value_name = "N", env = "NUMSIFT_API_TASKS_PER_MINUTE")]
    pub api_tasks_per_minute: Option<i64>,
    /// Other requests of one API key in a minute [default: 1200]
    #[arg(long, global = true, value_name = "N", env = "NUMSIFT_API_READ_PER_MINUTE")]
    pub api_read_per_minute: Option<i64>,
    /// The bucket of an S3-compatible store; without it, files lie in the data folder
    #[arg(long, global = true, value_name = "NAME", env = "NUMSIFT_S3_BUCKET")]
    pub s3_bucket: Option<String>,
    /// The store's address
    #[arg(long, global = true, value_name = "URL", env = "NUMSIFT_S3_ENDPOINT")]
    pub s3_endpoint: Option<String>,
    /// The store's region [default: us-east-1]
    #[arg(long, global = true, value_name = "NAME", env = "NUMSIFT_S3_REGION")]
    pub s3_region: Option<String>,
    /// The store's access key
    #[arg(long, global = true, value_name = "KEY", env = "NUMSIFT_S3_ACCESS_KEY")]
    pub s3_access_key: Option<String>,
    /// The store's secret key
    #[arg(long, global = true, value_name = "KEY", env = "NUMSIFT_S3_SECRET_KEY", hide_env_values = true)]
    pub s3_secret_key: Option<String>,
    /// Whether the store's address may be plain http [default: false]
    #[arg(long, global = true, value_name = "BOOL", env = "NUMSIFT_S3_ALLOW_HTTP")]
    pub s3_allow_http: Option<bool>,
}

impl Overrides {
    /// The effective configuration.
    pub fn load(&self) -> anyhow::Result<Config> {
        let mut config = self.read_file()?;
        if let Some(data) = &self.data {
            config.data.clone_from(data);
        }
        if self.database_url.is_some() {
            config.database_url.clone_from(&self.database_url);
        }
        if let Some(connections) = self.database_connections {
            config.database_connections = connections;
        }
        if let Some(host) = self.host {
            config.host = host;
        }
        if let Some(port) = self.port {
            config.port = port;
        }
        if let Some(proxies) = &self.trusted_proxies {
            config.trusted_proxies.clone_from(proxies);
        }
        if self.tron_api_key.is_some() {
            config.tron_api_key.clone_from(&self.tron_api_key);
        }
        if let Some(log) = &self.log {
            config.log.clone_from(log);
        }
        self.screening(&mut config);
        if let Some(url) = &config.database_url
            && !(url.starts_with("postgres://") || url.starts_with("postgresql://"))
        {
            bail!("the database address must begin with postgres:// (SQLite needs none: it lives in --data)");
        }
        if !LEASES_S.contains(&config.lease_s) {
            bail!("lease_s must lie between {} and {} seconds", LEASES_S.start(), LEASES_S.end());
        }
        let limits = [config.api_lookup_per_minute, config.api_tasks_per_minute, config.api_read_per_minute];
        if limits.iter().any(|limit| *limit < 1) {
            bail!("the api_*_per_minute limits must be at least 1");
        }
        Ok(config)
    }

    /// What concerns tasks, their files and the public API.
    fn screening(&self, config: &mut Config) {
        fn over<T: Clone>(value: &mut T, given: Option<&T>) {
            if let Some(given) = given {
                value.clone_from(given);
            }
        }
        fn over_some<T: Clone>(value: &mut Option<T>, given: Option<&T>) {
            if let Some(given) = given {
                *value = Some(given.clone());
            }
        }
        over_some(&mut config.public_url, self.public_url.as_ref());
        over(&mut config.allowed_hosts, self.allowed_hosts.as_ref());
        over(&mut config.webhook_hosts, self.webhook_hosts.as_ref());
        over(&mut config.workers, self.workers.as_ref());
        over(&mut config.worker_chunks, self.worker_chunks.as_ref());
        over(&mut config.lease_s, self.lease_s.as_ref());
        over(&mut config.api_lookup_per_minute, self.api_lookup_per_minute.as_ref());
        over(&mut config.api_tasks_per_minute, self.api_tasks_per_minute.as_ref());
        over(&mut config.api_read_per_minute, self.api_read_per_minute.as_ref());
        over_some(&mut config.s3_bucket, self.s3_bucket.as_ref());
        over_some(&mut config.s3_endpoint, self.s3_endpoint.as_ref());
        over(&mut config.s3_region, self.s3_region.as_ref());
        over_some(&mut config.s3_access_key, self.s3_access_key.as_ref());
        over_some(&mut config.s3_secret_key, self.s3_secret_key.as_ref());
        over(&mut config.s3_allow_http, self.s3_allow_http.as_ref());
    }

    fn read_file(&self) -> anyhow::Result<Config> {
        let file = match &self.config {
            Some(named) => named.as_path(),
            None if Path::new(DEFAULT_FILE).exists() => Path::new(DEFAULT_FILE),
            None => return Ok(Config::default()),
        };
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not right", file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Config, Overrides, mask_password};

    fn with_file(text: &str, overrides: Overrides) -> anyhow::Result<Config> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        Overrides { config: Some(file.path().to_owned()), ..overrides }.load()
    }

    #[test]
    fn flags_win_over_the_file_and_the_file_over_defaults() {
        let overrides = Overrides { port: Some(1), ..Overrides::default() };
        let config = with_file("port = 2\nhost = \"::1\"\n", overrides).unwrap();
        assert_eq!((config.port, config.host.to_string().as_str()), (1, "::1"));
        assert_eq!(config.data, Config::default().data);
    }

    #[test]
    fn a_wrong_file_says_where() {
        let error = format!("{:#}", with_file("prt = 2\n", Overrides::default()).unwrap_err());
        assert!(error.contains("prt"), "{error}");
        let error = format!("{:#}", with_file("port = \"x\"\n", Overrides::default()).unwrap_err());
        assert!(error.contains("port"), "{error}");
        let missing = Overrides { config: Some("/nowhere/x.toml".into()), ..Overrides::default() };
        assert!(format!("{:#}", missing.load().unwrap_err()).contains("/nowhere/x.toml"));
    }

    #[test]
    fn a_strange_database_is_refused() {
        let error = with_file("database_url = \"mysql://x\"", Overrides::default()).unwrap_err();
        assert!(error.to_string().contains("postgres://"), "{error}");
    }

    #[test]
    fn a_lease_has_a_sensible_length() {
        let error = with_file("lease_s = 3", Overrides::default()).unwrap_err();
        assert!(error.to_string().contains("between 4 and 3600"), "{error}");
        let overrides = Overrides { lease_s: Some(5), ..Overrides::default() };
        assert_eq!(with_file("lease_s = 90", overrides).unwrap().lease_s, 5);
    }

    #[test]
    fn passwords_are_masked() {
        for (url, shown) in [
            ("postgres://ann:p@ss@host/db", "postgres://ann:***@host/db"),
            ("postgres://ann@host/db", "postgres://ann@host/db"),
            ("postgres://host/db", "postgres://host/db"),
            ("nonsense", "***"),
        ] {
            assert_eq!(mask_password(url), shown);
        }
        let secret = Config {
            database_url: Some("postgres://a:opensesame@h/d".into()),
            tron_api_key: Some("opensesame".into()),
            s3_secret_key: Some("opensesame".into()),
            ..Config::default()
        };
        assert!(!secret.shown().unwrap().contains("opensesame"));
    }
}
