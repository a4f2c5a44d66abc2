//! What happens in the demo's last 30 days. The same script gives the same figures at every first start.

use numsift_model::task::TaskMode;

/// Customers that register during the history, days ago; `true`: invited by the demo customer.
pub const REGISTERED: [(&str, i64, bool); 4] = [
    ("aurora-retail", 28, true),
    ("nordwind", 25, false),
    ("tanaka-shoji", 20, true),
    ("luna-travel", 11, false),
];

/// A paid top-up: days ago, account, USDT.
pub const TOP_UPS: [(i64, &str, i64); 12] = [
    (27, "aurora-retail", 50),
    (24, "nordwind", 120),
    (21, "customer", 25),
    (19, "tanaka-shoji", 80),
    (17, "api", 200),
    (14, "aurora-retail", 100),
    (12, "nordwind", 150),
    (10, "luna-travel", 60),
    (7, "tanaka-shoji", 120),
    (5, "aurora-retail", 200),
    (3, "customer", 40),
    (1, "nordwind", 250),
];

/// A list that is uploaded and checked.
pub struct PlannedTask {
    /// Days ago.
    pub day: i64,
    pub account: &'static str,
    pub file: &'static str,
    pub countries: &'static [Country],
    pub numbers: usize,
    pub mode: TaskMode,
    pub projects: &'static [&'static str],
    pub what: Special,
}

/// What is special about a task.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Special {
    Nothing,
    /// Its results are exported.
    Exported,
    /// The provider leaves out every second number.
    Incomplete,
    /// Its owner cancels it before it runs.
    Cancelled,
    /// It waits for its owner.
    Paused,
}

/// Country code and the beginnings of its mobile numbers, each with the count of digits that follow.
pub type Country = (&'static str, &'static [&'static str], u32);

pub const CN: Country = ("+86", &["138", "139", "150", "186", "177"], 8);
pub const DE: Country = ("+49", &["1511", "1575", "1761", "1601"], 7);
pub const US: Country = ("+1", &["2022", "3123", "4154", "6465"], 6);
pub const GB: Country = ("+44", &["7400", "7415", "7817"], 6);
pub const BR: Country = ("+55", &["119", "219", "319"], 8);
pub const IN: Country = ("+91", &["98", "97", "99"], 8);
pub const JP: Country = ("+81", &["90", "80"], 8);
pub const MX: Country = ("+52", &["55", "33", "81"], 8);
pub const ID: Country = ("+62", &["812", "813", "857"], 7);
pub const VN: Country = ("+84", &["90", "91", "98"], 7);
pub const ES: Country = ("+34", &["61", "65", "66"], 7);

const fn task(
    day: i64,
    account: &'static str,
    file: &'static str,
    countries: &'static [Country],
    numbers: usize,
    projects: &'static [&'static str],
) -> PlannedTask {
    let mode = if projects.len() == 1 { TaskMode::Single } else { TaskMode::Parallel };
    PlannedTask { day, account, file, countries, numbers, mode, projects, what: Special::Nothing }
}

impl PlannedTask {
    const fn special(self, what: Special) -> Self {
        Self { what, ..self }
    }
}

pub const TASKS: [PlannedTask; 30] = [
    task(29, "customer", "newsletter-april.csv", &[DE, GB], 640, &["hygiene"]),
    task(28, "customer", "newsletter-april-clean.csv", &[DE, GB], 600, &["whatsapp"])
        .special(Special::Exported),
    task(27, "aurora-retail", "loyalty-cards.csv", &[ES, DE], 900, &["whatsapp"]),
    task(26, "credit", "leads-week-16.csv", &[CN], 1200, &["wechat"]),
    task(25, "api", "signup-2304.csv", &[US, MX], 480, &["carrier"]),
    task(24, "nordwind", "bookings-q1.csv", &[DE, GB, ES], 1500, &["reachable"]),
    task(23, "aurora-retail", "store-madrid.csv", &[ES], 420, &["telegram"]).special(Special::Exported),
    task(22, "credit", "leads-week-17.csv", &[CN, VN], 1100, &["wechat", "zalo"]),
    task(21, "nordwind", "crew.csv", &[DE, GB], 260, &["signal"]),
    task(20, "customer", "event-guests.csv", &[DE, GB, US], 340, &["whatsapp", "telegram"]),
    task(19, "tanaka-shoji", "shops-kanto.csv", &[JP], 800, &["line"]).special(Special::Exported),
    task(18, "aurora-retail", "abandoned-carts.csv", &[ES, MX], 1300, &["whatsapp"]),
    task(17, "api", "signup-0105.csv", &[US, BR], 700, &["whatsapp"]),
    task(16, "credit", "leads-week-18.csv", &[CN], 1400, &["wechat"]),
    task(15, "nordwind", "partners-asia.csv", &[JP, ID, VN, IN], 620, &["facebook"]),
    task(14, "tanaka-shoji", "shops-kansai.csv", &[JP], 950, &["line"]),
    task(13, "customer", "old-customers.csv", &[DE, US, IN], 520, &["hlr_carrier"]),
    task(12, "aurora-retail", "spring-sale.csv", &[ES, BR, MX], 1900, &["whatsapp"])
        .special(Special::Exported),
    task(11, "api", "signup-0705.csv", &[US, IN], 860, &["carrier"]),
    task(10, "luna-travel", "travellers.csv", &[BR, ES], 740, &["whatsapp"]),
    task(9, "nordwind", "bookings-april.csv", &[DE, GB, ES], 1100, &["reachable"])
        .special(Special::Incomplete),
    task(8, "credit", "leads-week-19.csv", &[CN, JP], 1600, &["wechat"]),
    task(7, "tanaka-shoji", "payments.csv", &[JP], 380, &["paypal"]),
    task(6, "luna-travel", "insta-campaign.csv", &[BR], 560, &["instagram"]).special(Special::Cancelled),
    task(5, "aurora-retail", "loyalty-cards-may.csv", &[ES, DE, GB], 2100, &["whatsapp"]),
    task(4, "nordwind", "bookings-may.csv", &[DE, GB, ES], 1300, &["whatsapp", "viber"]),
    task(3, "customer", "newsletter-may.csv", &[DE, GB], 680, &["whatsapp"]).special(Special::Exported),
    task(2, "luna-travel", "travellers-june.csv", &[BR, ES, MX], 980, &["whatsapp"]),
    task(1, "customer", "summer-party.csv", &[DE, US], 310, &["telegram"]),
    task(0, "credit", "leads-week-20.csv", &[CN], 900, &["wechat"]).special(Special::Paused),
];

/// Days ago on which the API customer looks numbers up, and how many.
pub const LOOKUPS: [(i64, usize); 10] =
    [(25, 2), (22, 3), (19, 2), (16, 4), (13, 3), (10, 4), (7, 5), (4, 4), (2, 6), (0, 5)];

/// The day on which the old provider refuses to serve, days ago.
pub const LEGACY_REFUSES: i64 = 18;
