//! Countries by name, code, calling code, city, currency, language and domain.

use std::collections::HashMap;
use std::sync::OnceLock;

use numplan::{Lang, Region};

use super::gazetteer::{CITIES, COMMON_WORDS, NAMES};

/// What is known about a country: code, three-letter code, native names, cities, currency, languages, and how
/// common its lists are. `|` separates values.
type Place = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str, f64);

#[rustfmt::skip]
const PLACES: &[Place] = &[
    ("CN", "CHN", "中国|prc|china|mainland china", "beijing|shanghai|guangzhou|shenzhen|hangzhou|chengdu|wuhan|nanjing|chongqing|tianjin|suzhou|北京|上海|广州|深圳|杭州|成都|武汉|南京|重庆|天津|苏州|西安|长沙|青岛|郑州|东莞|宁波|厦门|济南|大连|沈阳|合肥|福州|昆明|无锡", "CNY|RMB|人民币|元", "zh", 8.0),
    ("US", "USA", "usa|united states|united states of america|america|u.s.|estados unidos|états-unis", "new york|los angeles|chicago|houston|phoenix|philadelphia|san antonio|san diego|dallas|austin|seattle|denver|boston|miami|atlanta|las vegas|portland|san francisco|detroit", "USD|US$", "en", 6.0),
    ("IN", "IND", "india|bharat|भारत", "mumbai|delhi|new delhi|bangalore|bengaluru|hyderabad|chennai|kolkata|pune|ahmedabad|jaipur|lucknow|surat|kanpur|nagpur|दिल्ली|मुंबई", "INR|₹", "hi|en", 5.0),
    ("ID", "IDN", "indonesia", "jakarta|surabaya|bandung|medan|semarang|makassar|palembang|depok|tangerang|bekasi|denpasar|yogyakarta|bogor|malang", "IDR|Rp", "id", 3.0),
    ("BR", "BRA", "brasil|brazil", "são paulo|sao paulo|rio de janeiro|brasília|brasilia|salvador|fortaleza|belo horizonte|manaus|curitiba|recife|porto alegre|goiânia|campinas|belém|florianópolis", "BRL|R$", "pt", 4.0),
    ("RU", "RUS", "россия|рф|russia|russian federation", "moscow|saint petersburg|москва|санкт-петербург|новосибирск|екатеринбург|казань|нижний новгород|челябинск|самара|омск|ростов-на-дону|уфа|красноярск|воронеж|пермь|волгоград|краснодар|спб", "RUB|₽|руб", "ru", 4.0),
    ("MX", "MEX", "méxico|mexico", "ciudad de méxico|mexico city|guadalajara|monterrey|puebla|tijuana|león|cdmx|querétaro|mérida|cancún", "MXN", "es", 3.0),
    ("JP", "JPN", "日本|japan", "tokyo|osaka|kyoto|nagoya|sapporo|fukuoka|kobe|yokohama|東京|大阪|京都|名古屋|札幌|福岡|神戸|横浜|東京都|大阪府|仙台|広島|川崎|さいたま|千葉", "JPY", "ja", 4.0),
    ("PH", "PHL", "philippines|pilipinas", "manila|quezon city|davao|cebu|cebu city|makati|zamboanga|taguig|pasig", "PHP|₱", "en|tl", 2.5),
    ("VN", "VNM", "việt nam|vietnam|viet nam", "hà nội|hanoi|ha noi|hồ chí minh|ho chi minh|ho chi minh city|tp hcm|hcm|tp.hcm|đà nẵng|da nang|hải phòng|cần thơ|huế|nha trang", "VND|₫", "vi", 3.0),
    ("GB", "GBR", "united kingdom|uk|great britain|england|scotland|wales|britain|reino unido|royaume-uni|großbritannien", "london|birmingham|manchester|glasgow|liverpool|leeds|sheffield|edinburgh|bristol|cardiff|leicester|nottingham|newcastle|belfast|brighton", "GBP|£", "en", 4.0),
    ("DE", "DEU", "deutschland|germany|alemania|allemagne|brd", "berlin|hamburg|münchen|munich|köln|cologne|frankfurt|stuttgart|düsseldorf|dortmund|essen|leipzig|bremen|dresden|hannover|nürnberg|duisburg|bonn|mannheim|karlsruhe", "EUR|€", "de", 4.0),
    ("TR", "TUR", "türkiye|turkey|turkiye", "istanbul|ankara|izmir|bursa|antalya|adana|konya|gaziantep|i̇stanbul|i̇zmir|mersin|kayseri|eskişehir", "TRY|₺|TL", "tr", 3.0),
    ("TH", "THA", "ไทย|thailand|ประเทศไทย", "bangkok|chiang mai|phuket|กรุงเทพ|กรุงเทพฯ|เชียงใหม่|ภูเก็ต|ชลบุรี|ขอนแก่น|pattaya", "THB|฿", "th", 2.5),
    ("FR", "FRA", "france|francia|frankreich", "paris|marseille|lyon|toulouse|nice|nantes|strasbourg|montpellier|bordeaux|lille|rennes|reims|grenoble|dijon", "EUR|€", "fr", 3.5),
    ("IT", "ITA", "italia|italy|italie|italien", "roma|rome|milano|milan|napoli|torino|palermo|genova|bologna|firenze|florence|bari|catania|venezia|verona", "EUR|€", "it", 3.0),
    ("ES", "ESP", "españa|spain|espagne|spanien", "madrid|barcelona|valencia|sevilla|zaragoza|málaga|malaga|murcia|palma|bilbao|alicante|granada|vigo", "EUR|€", "es", 3.5),
    ("KR", "KOR", "대한민국|한국|south korea|korea|republic of korea", "seoul|busan|incheon|서울|부산|인천|대구|대전|광주|수원|울산|서울특별시|경기도|성남|창원|고양", "KRW|₩|원", "ko", 3.0),
    ("MY", "MYS", "malaysia", "kuala lumpur|johor bahru|penang|george town|ipoh|shah alam|petaling jaya|kota kinabalu|kuching", "MYR|RM", "id|en|ms", 2.5),
    ("HK", "HKG", "香港|hong kong", "香港|九龍|新界|kowloon|旺角|中環", "HKD|HK$", "zh-hant", 2.5),
    ("TW", "TWN", "台灣|臺灣|taiwan|台湾", "taipei|台北|臺北|台中|臺中|高雄|台南|臺南|新北|桃園|新竹|台北市|新北市|kaohsiung|taichung|基隆|嘉義", "TWD|NT$", "zh-hant", 2.5),
    ("NG", "NGA", "nigeria", "lagos|abuja|kano|ibadan|port harcourt|benin city|kaduna", "NGN|₦", "en|yo", 0.6),
    ("CO", "COL", "colombia", "bogotá|bogota|medellín|medellin|cali|barranquilla|cartagena|bucaramanga", "COP", "es", 2.0),
    ("AR", "ARG", "argentina", "buenos aires|córdoba|rosario|mendoza|la plata|tucumán|caba|mar del plata", "ARS", "es", 2.0),
    ("AU", "AUS", "australia", "sydney|melbourne|brisbane|perth|adelaide|canberra|gold coast|hobart", "AUD|A$", "en", 2.5),
    ("CA", "CAN", "canada|kanada", "toronto|montreal|montréal|vancouver|calgary|ottawa|edmonton|québec|winnipeg", "CAD|C$", "en|fr", 2.0),
    ("NL", "NLD", "nederland|netherlands|the netherlands|holland|niederlande|pays-bas|países bajos", "amsterdam|rotterdam|den haag|utrecht|eindhoven|groningen|tilburg|breda|almere|nijmegen", "EUR|€", "nl", 2.0),
    ("BE", "BEL", "belgië|belgique|belgium|belgien", "brussel|bruxelles|brussels|antwerpen|gent|liège|charleroi|brugge|namur", "EUR|€", "nl|fr", 1.5),
    ("CH", "CHE", "schweiz|suisse|svizzera|switzerland|suiza", "zürich|zurich|genève|geneva|basel|bern|lausanne|luzern|winterthur|lugano", "CHF", "de|fr|it", 1.5),
    ("AT", "AUT", "österreich|austria|oesterreich|autriche", "wien|vienna|graz|linz|salzburg|innsbruck|klagenfurt", "EUR|€", "de", 1.5),
    ("PL", "POL", "polska|poland|polen|polonia", "warszawa|warsaw|kraków|krakow|łódź|wrocław|wroclaw|poznań|gdańsk|szczecin|lublin|katowice", "PLN|zł", "pl", 2.0),
    ("PT", "PRT", "portugal", "lisboa|lisbon|porto|braga|coimbra|faro|setúbal|aveiro", "EUR|€", "pt", 1.5),
    ("SE", "SWE", "sverige|sweden|schweden", "stockholm|göteborg|malmö|uppsala|västerås|örebro|linköping", "SEK", "sv", 1.2),
    ("NO", "NOR", "norge|norway|norwegen", "oslo|bergen|trondheim|stavanger|tromsø", "NOK", "no|da|sv", 1.0),
    ("DK", "DNK", "danmark|denmark|dänemark", "københavn|copenhagen|aarhus|odense|aalborg", "DKK", "da|sv", 1.0),
    ("FI", "FIN", "suomi|finland|finnland", "helsinki|espoo|tampere|turku|oulu|vantaa", "EUR|€", "fi", 0.4),
    ("IE", "IRL", "ireland|éire|irland", "dublin|cork|galway|limerick|waterford", "EUR|€", "en", 0.4),
    ("CZ", "CZE", "česko|czechia|czech republic|česká republika", "praha|prague|brno|ostrava|plzeň", "CZK|Kč", "cs", 1.0),
    ("HU", "HUN", "magyarország|hungary", "budapest|debrecen|szeged|pécs|győr", "HUF|Ft", "hu", 0.4),
    ("RO", "ROU", "românia|romania", "bucurești|bucharest|cluj-napoca|timișoara|iași|constanța|brașov", "RON|lei", "ro", 0.5),
    ("GR", "GRC", "ελλάδα|greece|hellas", "athens|αθήνα|θεσσαλονίκη|thessaloniki|πάτρα", "EUR|€", "el", 1.0),
    ("UA", "UKR", "україна|ukraine|украина", "київ|kyiv|kiev|харків|одеса|дніпро|львів|киев|харьков|одесса|lviv", "UAH|₴|грн", "uk|ru", 1.8),
    ("KZ", "KAZ", "қазақстан|kazakhstan|казахстан", "алматы|астана|шымкент|almaty|astana|караганда", "KZT|₸", "ru|kk", 0.5),
    ("BY", "BLR", "беларусь|belarus", "минск|minsk|гомель|брест|гродно", "BYN", "ru|be", 0.25),
    ("SA", "SAU", "السعودية|saudi arabia|ksa|المملكة العربية السعودية", "riyadh|jeddah|الرياض|جدة|مكة|الدمام|المدينة|dammam|mecca", "SAR|ر.س", "ar", 2.0),
    ("AE", "ARE", "الإمارات|united arab emirates|uae|الامارات", "dubai|abu dhabi|sharjah|دبي|أبوظبي|الشارقة|ajman", "AED|د.إ", "ar|en", 1.0),
    ("EG", "EGY", "مصر|egypt", "cairo|alexandria|giza|القاهرة|الإسكندرية|الجيزة|المنصورة", "EGP|ج.م", "ar", 0.6),
    ("MA", "MAR", "المغرب|morocco|maroc", "casablanca|rabat|marrakech|fès|tanger|الدار البيضاء|الرباط|agadir", "MAD", "ar|fr", 0.25),
    ("DZ", "DZA", "الجزائر|algeria|algérie", "alger|oran|constantine|الجزائر|وهران", "DZD", "ar|fr", 0.2),
    ("IR", "IRN", "ایران|iran", "tehran|تهران|مشهد|اصفهان|شیراز|تبریز|کرج|mashhad", "IRR|ریال|تومان", "fa", 0.5),
    ("IQ", "IRQ", "العراق|iraq", "baghdad|بغداد|البصرة|أربيل|الموصل", "IQD", "ar", 0.15),
    ("IL", "ISR", "ישראל|israel", "tel aviv|jerusalem|haifa|תל אביב|ירושלים|חיפה", "ILS|₪", "he", 1.0),
    ("PK", "PAK", "pakistan|پاکستان", "karachi|lahore|islamabad|rawalpindi|faisalabad|multan|peshawar", "PKR", "en|ur", 0.6),
    ("BD", "BGD", "bangladesh|বাংলাদেশ", "dhaka|chittagong|khulna|rajshahi|sylhet|ঢাকা", "BDT|৳", "bn|en", 0.5),
    ("ZA", "ZAF", "south africa|südafrika", "johannesburg|cape town|durban|pretoria|port elizabeth|soweto", "ZAR", "en|af", 0.5),
    ("KE", "KEN", "kenya", "nairobi|mombasa|kisumu|nakuru", "KES|KSh|Ksh", "en|sw|ki", 0.3),
    ("GH", "GHA", "ghana", "accra|kumasi|tamale", "GHS", "en|ak", 0.2),
    ("SG", "SGP", "singapore|新加坡", "singapore", "SGD|S$", "en|ms|zh", 1.5),
    ("NZ", "NZL", "new zealand|neuseeland", "auckland|wellington|christchurch|hamilton|dunedin", "NZD|NZ$", "en", 0.4),
    ("PE", "PER", "perú|peru", "lima|arequipa|trujillo|cusco|chiclayo|piura", "PEN", "es", 1.2),
    ("CL", "CHL", "chile", "santiago|valparaíso|concepción|antofagasta|viña del mar|temuco", "CLP", "es", 1.2),
    ("VE", "VEN", "venezuela", "caracas|maracaibo|valencia|barquisimeto", "VES", "es", 0.3),
    ("EC", "ECU", "ecuador", "quito|guayaquil|cuenca", "", "es", 0.3),
    ("LK", "LKA", "sri lanka", "colombo|kandy|galle", "LKR", "si|ta|en", 0.15),
    ("MM", "MMR", "myanmar", "yangon|mandalay", "MMK", "my", 0.15),
    ("KH", "KHM", "cambodia|កម្ពុជា", "phnom penh|siem reap", "KHR", "km", 0.15),
    ("NP", "NPL", "nepal|नेपाल", "kathmandu|pokhara", "NPR", "ne", 0.15),
    ("BG", "BGR", "българия|bulgaria", "sofia|софия|пловдив|варна", "BGN|лв", "bg", 0.3),
    ("RS", "SRB", "srbija|serbia|србија", "beograd|belgrade|novi sad|niš", "RSD", "sr|hr", 0.25),
    ("HR", "HRV", "hrvatska|croatia", "zagreb|split|rijeka|osijek", "EUR|€", "hr", 0.2),
    ("SK", "SVK", "slovensko|slovakia", "bratislava|košice|prešov", "EUR|€", "sk|cs", 0.2),
    ("LT", "LTU", "lietuva|lithuania", "vilnius|kaunas|klaipėda", "EUR|€", "lt", 0.15),
    ("LV", "LVA", "latvija|latvia", "riga|rīga|daugavpils", "EUR|€", "lv", 0.15),
    ("EE", "EST", "eesti|estonia", "tallinn|tartu", "EUR|€", "et", 0.15),
    ("UZ", "UZB", "oʻzbekiston|uzbekistan|узбекистан", "tashkent|ташкент|самарканд", "UZS", "uz|ru", 0.2),
    ("JO", "JOR", "الأردن|jordan", "amman|عمان|إربد", "JOD", "ar", 0.15),
    ("KW", "KWT", "الكويت|kuwait", "kuwait city|الكويت", "KWD", "ar", 0.15),
    ("QA", "QAT", "قطر|qatar", "doha|الدوحة", "QAR", "ar", 0.12),
    ("LB", "LBN", "لبنان|lebanon|liban", "beirut|بيروت", "LBP", "ar|fr", 0.1),
    ("TN", "TUN", "تونس|tunisia|tunisie", "tunis|sfax|sousse|تونس", "TND", "ar|fr", 0.15),
    ("ET", "ETH", "ethiopia|ኢትዮጵያ", "", "ETB", "am", 0.2),
    ("TZ", "TZA", "tanzania", "", "TZS|TSh", "sw|en", 0.3),
    ("UG", "UGA", "uganda", "", "UGX|USh", "en|sw", 0.2),
    ("RW", "RWA", "rwanda", "", "RWF", "en|fr", 0.1),
    ("SN", "SEN", "sénégal|senegal", "", "XOF", "fr", 0.2),
    ("CI", "CIV", "côte d'ivoire|cote d'ivoire|ivory coast", "", "XOF", "fr", 0.25),
    ("CM", "CMR", "cameroun|cameroon", "", "XAF", "fr|en", 0.2),
    ("ML", "MLI", "mali", "", "XOF", "fr", 0.1),
    ("BF", "BFA", "burkina faso", "", "XOF", "fr", 0.1),
    ("BJ", "BEN", "bénin|benin", "", "XOF", "fr", 0.1),
    ("CD", "COD", "rd congo|dr congo|rdc", "", "CDF", "fr", 0.15),
    ("MG", "MDG", "madagascar|madagasikara", "", "MGA", "fr", 0.1),
    ("AO", "AGO", "angola", "", "AOA", "pt", 0.12),
    ("MZ", "MOZ", "moçambique|mozambique", "", "MZN", "pt", 0.15),
    ("ZM", "ZMB", "zambia", "", "ZMW", "en", 0.15),
    ("ZW", "ZWE", "zimbabwe", "", "ZWL", "en", 0.15),
    ("GE", "GEO", "საქართველო|georgia|грузия", "", "GEL|₾|ლარი", "ka", 0.15),
    ("AM", "ARM", "հայաստան|armenia|армения", "", "AMD|֏", "hy", 0.1),
    ("AZ", "AZE", "azərbaycan|azerbaijan|азербайджан", "", "AZN|₼", "az|ru", 0.2),
    ("KG", "KGZ", "кыргызстан|kyrgyzstan|киргизия", "", "KGS", "ky|ru", 0.1),
    ("MN", "MNG", "монгол улс|mongolia|монголия", "", "MNT|₮", "mn", 0.1),
    ("MD", "MDA", "moldova|молдова", "", "MDL", "ro|ru", 0.15),
    ("SI", "SVN", "slovenija|slovenia", "", "", "sl", 0.2),
    ("BA", "BIH", "bosna i hercegovina|bosnia", "", "BAM", "sr|hr", 0.15),
    ("ME", "MNE", "crna gora|црна гора|montenegro", "podgorica|nikšić|budva|herceg novi", "EUR|€", "sr|hr", 0.1),
    ("MK", "MKD", "македонија|north macedonia|macedonia", "", "MKD", "mk", 0.1),
    ("AL", "ALB", "shqipëria|albania", "", "ALL", "sq", 0.1),
    ("IS", "ISL", "ísland|iceland", "", "ISK", "is", 0.1),
    ("CY", "CYP", "κύπρος|cyprus", "", "", "el", 0.15),
    ("LU", "LUX", "luxembourg|luxemburg|lëtzebuerg", "", "", "fr|de", 0.15),
    ("MT", "MLT", "malta", "", "", "mt|en", 0.1),
    ("LA", "LAO", "ລາວ|laos", "", "LAK", "lo", 0.1),
    ("AF", "AFG", "afghanistan|افغانستان", "", "AFN", "fa", 0.15),
    ("OM", "OMN", "عمان سلطنة|oman", "", "OMR", "ar", 0.15),
    ("BH", "BHR", "البحرين|bahrain", "", "BHD", "ar", 0.12),
    ("YE", "YEM", "اليمن|yemen", "", "YER", "ar", 0.12),
    ("SD", "SDN", "السودان|sudan", "", "SDG", "ar", 0.12),
    ("LY", "LBY", "ليبيا|libya", "", "LYD", "ar", 0.12),
    ("BO", "BOL", "bolivia", "", "BOB", "es", 0.4),
    ("UY", "URY", "uruguay", "", "UYU", "es", 0.4),
    ("PY", "PRY", "paraguay", "", "PYG|₲", "es", 0.3),
    ("CR", "CRI", "costa rica", "", "CRC|₡", "es", 0.3),
    ("PA", "PAN", "panamá|panama", "", "PAB", "es", 0.25),
    ("GT", "GTM", "guatemala", "", "GTQ", "es", 0.3),
    ("HN", "HND", "honduras", "", "HNL", "es", 0.2),
    ("SV", "SLV", "el salvador", "", "", "es", 0.2),
    ("NI", "NIC", "nicaragua", "", "NIO", "es", 0.15),
    ("DO", "DOM", "república dominicana|dominican republic", "", "DOP", "es", 0.3),
    ("CU", "CUB", "cuba", "", "CUP", "es", 0.1),
];

/// Prior weight of countries without an entry.
const RARE: f64 = 0.05;

/// Domains that many people use as general ones.
const GENERAL_DOMAINS: [&str; 11] = ["co", "io", "me", "tv", "ai", "cc", "gg", "to", "fm", "ly", "ws"];

/// How common lists of a country are, relative to others.
pub(crate) fn weight(code: &str) -> f64 {
    place(code).map_or(RARE, |place| place.6)
}

/// The countries that something is known about.
pub(crate) fn known() -> impl Iterator<Item = &'static str> {
    PLACES.iter().map(|place| place.0)
}

fn place(code: &str) -> Option<&'static Place> {
    PLACES.iter().find(|place| place.0 == code)
}

/// Whether a language is spoken in a country: 1 if it is the first one, less for others, 0 if unknown.
pub(crate) fn speaks(code: &str, language: &str) -> f64 {
    let Some(place) = place(code) else { return 0.0 };
    let share = |wanted: &str| -> f64 {
        match place.5.split('|').position(|known| known == wanted) {
            Some(0) => 1.0,
            // A language of one country.
            Some(_) if matches!(wanted, "ki" | "ak" | "yo" | "ta") => 1.0,
            Some(_) => 0.7,
            None => 0.0,
        }
    };
    // The two ways to write Chinese are read in all places that write it.
    let related = match language {
        "zh" => share("zh-hant") * 0.3,
        "zh-hant" => share("zh") * 0.2,
        "uk" => share("ru") * 0.3,
        // The script of many languages.
        "ru" => {
            ["bg", "sr", "mk", "uk", "be"].into_iter().map(|other| share(other) * 0.3).fold(0.0, f64::max)
        }
        _ => 0.0,
    };
    share(language).max(related)
}

/// Whether the lists of a country are mostly in another script than Latin.
pub(crate) fn has_own_script(code: &str) -> bool {
    const LANGUAGES: [&str; 14] =
        ["zh", "zh-hant", "ja", "ko", "th", "ru", "uk", "bg", "he", "el", "ar", "fa", "be", "my"];
    let Some(place) = place(code) else { return false };
    place.5.split('|').next().is_some_and(|first| LANGUAGES.contains(&first))
}

/// The countries that use a currency.
pub(crate) fn with_currency(text: &str) -> Vec<&'static str> {
    let text = text.trim();
    let symbol = |known: &&str| {
        if known.chars().all(|character| character.is_ascii_uppercase()) && known.len() == 3 {
            text.split(|character: char| !character.is_ascii_alphabetic()).any(|word| word == *known)
        } else if known.chars().count() == 1 && !known.is_ascii() {
            text.contains(*known) && text.contains(|character: char| character.is_ascii_digit())
        } else {
            text.starts_with(*known) && text.contains(|character: char| character.is_ascii_digit())
        }
    };
    PLACES
        .iter()
        .filter(|place| !place.4.is_empty() && place.4.split('|').any(|known| symbol(&known)))
        .map(|place| place.0)
        .collect()
}

/// The country of an e-mail address or web address, by its domain.
pub(crate) fn with_domain(text: &str) -> Option<&'static str> {
    let host = match text.rsplit_once('@') {
        Some((_, host)) => host,
        None => text.split_once("://")?.1.split('/').next()?,
    };
    let domain = host.trim().trim_end_matches(['>', '.']).rsplit_once('.')?.1.to_ascii_lowercase();
    if GENERAL_DOMAINS.contains(&domain.as_str()) {
        return None;
    }
    let code = if domain == "uk" { "GB".to_owned() } else { domain.to_ascii_uppercase() };
    (code.len() == 2).then(|| Region::from_code(&code)).flatten().map(Region::code)
}

/// The country of a city, which may stand beside a postcode, in an address, or in front of further words.
pub(crate) fn with_city(text: &str) -> Option<&'static str> {
    static CITIES_BY_NAME: OnceLock<HashMap<&str, &str>> = OnceLock::new();
    let cities = CITIES_BY_NAME.get_or_init(|| {
        let further = CITIES.iter().rev().map(|(code, cities)| (*cities, *code));
        let first = PLACES.iter().rev().map(|place| (place.3, place.0));
        let all =
            further.chain(first).flat_map(|(cities, code)| cities.split('|').map(move |city| (city, code)));
        all.filter(|(city, _)| !city.is_empty()).collect()
    });
    let text = text.trim().to_lowercase();
    if let Some(country) = cities.get(text.as_str()) {
        return Some(country);
    }
    let words = |part: &str| {
        let words = part.split_whitespace().filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
        words.collect::<Vec<_>>().join(" ")
    };
    let parts = || text.split(',').rev().map(words);
    let divided = text.contains(|character: char| character == ',' || character.is_ascii_digit());
    if divided && let Some(country) = parts().find_map(|part| cities.get(part.as_str()).copied()) {
        return Some(country);
    }
    let first = text.split([',', ' ', '-']).next()?;
    (first.chars().count() > 3).then(|| cities.get(first).copied()).flatten()
}

/// The languages in which a word is a common one.
pub(crate) fn word_languages(word: &str) -> impl Iterator<Item = &'static str> {
    let word = word.to_lowercase();
    let languages = COMMON_WORDS.iter().filter(move |(_, words)| words.split('|').any(|known| known == word));
    languages.map(|(language, _)| *language)
}

/// The languages in which a word of a cell is a common personal name.
pub(crate) fn name_languages(cell: &str) -> Vec<&'static str> {
    static LANGUAGES: OnceLock<HashMap<&str, Vec<&str>>> = OnceLock::new();
    let languages = LANGUAGES.get_or_init(|| {
        let mut all: HashMap<&str, Vec<&str>> = HashMap::new();
        for (language, names) in NAMES {
            for name in names.split('|') {
                all.entry(name).or_default().push(language);
            }
        }
        all
    });
    if cell.len() > 60 || cell.split_whitespace().count() > 5 || cell.contains('@') {
        return Vec::new();
    }
    let cell = cell.to_lowercase();
    let words = cell.split(|character: char| !character.is_alphabetic()).filter(|word| !word.is_empty());
    words.filter_map(|word| languages.get(word)).flatten().copied().collect()
}

/// The country that a cell names: by its code, its name in many languages, or its calling code.
pub(crate) fn country(cell: &str) -> Option<Region> {
    static NAMES: OnceLock<HashMap<String, Region>> = OnceLock::new();
    let text = cell.trim();
    if text.is_empty() || text.len() > 80 {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if !digits.is_empty() {
        let plain = text.chars().all(|character| character.is_ascii_digit() || " +()-.".contains(character));
        let code = digits.strip_prefix("00").unwrap_or(&digits).strip_suffix(if text.ends_with(".0") {
            "0"
        } else {
            ""
        });
        let code = code.filter(|_| plain)?.parse().ok()?;
        return Region::with_country_code(code).next().filter(|region| *region != Region::WORLD);
    }
    if text.len() == 2 {
        let code = text.to_ascii_uppercase();
        return Region::from_code(if code == "UK" { "GB" } else { &code });
    }
    let names = NAMES.get_or_init(|| {
        let mut names = HashMap::new();
        for region in Region::all() {
            for name in Lang::ALL.into_iter().filter_map(|lang| region.name(lang)) {
                names.insert(name.to_lowercase(), region);
            }
        }
        for place in PLACES {
            if let Some(region) = Region::from_code(place.0) {
                names.insert(place.1.to_lowercase(), region);
                names.extend(place.2.split('|').map(|name| (name.to_lowercase(), region)));
            }
        }
        names
    });
    names.get(&text.to_lowercase()).copied()
}

/// The language of a script that only one or few languages use.
pub(crate) fn script_language(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{3040}'..='\u{30ff}' => "ja",
        '\u{ac00}'..='\u{d7af}' => "ko",
        '\u{0e00}'..='\u{0e7f}' => "th",
        '\u{0590}'..='\u{05ff}' => "he",
        '\u{0370}'..='\u{03ff}' => "el",
        '\u{0900}'..='\u{097f}' | '\u{0a00}'..='\u{0b7f}' | '\u{0c00}'..='\u{0d7f}' => "hi",
        '\u{0980}'..='\u{09ff}' => "bn",
        '\u{1000}'..='\u{109f}' => "my",
        '\u{1780}'..='\u{17ff}' => "km",
        '\u{0530}'..='\u{058f}' => "hy",
        '\u{0b80}'..='\u{0bff}' => "ta",
        '\u{0d80}'..='\u{0dff}' => "si",
        '\u{0e80}'..='\u{0eff}' => "lo",
        '\u{10a0}'..='\u{10ff}' => "ka",
        '\u{1200}'..='\u{137f}' => "am",
        'ə' | 'Ə' => "az",
        'қ' | 'ғ' | 'ұ' | 'һ' | 'Қ' | 'Ғ' | 'Ұ' => "kk",
        'ө' | 'ү' | 'Ө' | 'Ү' => "mn",
        'ј' | 'љ' | 'њ' | 'ћ' | 'ђ' | 'џ' | 'Ј' | 'Љ' | 'Њ' | 'Ћ' | 'Ђ' | 'Џ' => "sr",
        'ѓ' | 'ќ' | 'ѕ' | 'Ѓ' | 'Ќ' | 'Ѕ' => "mk",
        'ў' | 'Ў' => "be",
        'ħ' | 'ġ' | 'ċ' | 'Ħ' | 'Ġ' | 'Ċ' => "mt",
        'ć' | 'Ć' | 'đ' | 'Đ' => "hr",
        'ٹ' | 'ڈ' | 'ڑ' | 'ے' | 'ں' | 'ہ' => "ur",
        'ð' | 'þ' | 'Þ' => "is",
        'ā' | 'ē' | 'ī' | 'ķ' | 'ļ' | 'ņ' | 'ģ' => "lv",
        'ė' | 'ų' | 'į' | 'Ė' => "lt",
        'ľ' | 'ĺ' | 'ŕ' => "sk",
        'æ' | 'ø' | 'Ø' | 'Æ' => "da",
        'і' | 'ї' | 'є' | 'ґ' | 'І' | 'Ї' | 'Є' | 'Ґ' => "uk",
        '\u{0400}'..='\u{04ff}' => "ru",
        'پ' | 'چ' | 'ژ' | 'گ' | 'ی' | 'ک' => "fa",
        '\u{0600}'..='\u{06ff}' => "ar",
        'ğ' | 'ı' | 'ş' | 'İ' | 'Ş' | 'Ğ' => "tr",
        'ł' | 'ż' | 'ź' | 'ś' | 'ą' | 'ę' | 'Ł' | 'Ż' | 'Ś' => "pl",
        'ß' | 'ü' | 'ä' | 'Ü' | 'Ä' => "de",
        'ñ' | 'Ñ' => "es",
        'ã' | 'õ' | 'Ã' => "pt",
        'ơ' | 'ư' | '\u{1ea0}'..='\u{1ef9}' => "vi",
        'ř' | 'ů' | 'ě' | 'Ř' => "cs",
        'ő' | 'ű' => "hu",
        'ț' | 'ș' | 'ă' => "ro",
        'å' | 'Å' => "sv",
        'è' | 'ê' | 'ç' | 'œ' => "fr",
        '\u{4e00}'..='\u{9fff}' => han_language(character),
        _ => return None,
    })
}

/// Characters that only one way of writing Chinese has.
fn han_language(character: char) -> &'static str {
    const SIMPLIFIED: &str = "们国会这来对时说学发经动业东车长门问间见现电话号码手机张刘陈杨赵黄吴孙马罗郑谢韩冯邓许郭广圳汉庆苏宁伟丽军华强静红艳涛鹏飞龙凤兰亚义云图订单户备注编邮区县";
    const TRADITIONAL: &str = "們國會這來對時說學發經動業東車長門問間見現電話號碼機張劉陳楊趙黃吳孫馬羅鄭謝韓馮鄧許廣漢慶蘇寧偉麗軍華強靜紅豔濤鵬飛龍鳳蘭亞義雲圖訂單戶備註編郵區縣臺灣";
    if SIMPLIFIED.contains(character) && !TRADITIONAL.contains(character) {
        "zh"
    } else if TRADITIONAL.contains(character) && !SIMPLIFIED.contains(character) {
        "zh-hant"
    } else {
        "han"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_named_in_many_ways() {
        for cell in
            ["DE", "de", "DEU", "Germany", "Deutschland", "德国", "Alemania", "ドイツ", "+49", "49", "0049"]
        {
            assert_eq!(country(cell).map(Region::code), Some("DE"), "{cell}");
        }
        assert_eq!(country("UK").map(Region::code), Some("GB"));
        assert_eq!(country("1").map(Region::code), Some("US"));
        for cell in ["", "Bob", "12345", "2024-01-01"] {
            assert_eq!(country(cell), None, "{cell}");
        }
        assert_eq!(with_domain("a@web.de"), Some("DE"));
        assert_eq!(with_domain("a@x.co.uk"), Some("GB"));
        assert_eq!(with_domain("a@gmail.com"), None);
        assert_eq!(with_city("München"), Some("DE"));
        assert_eq!(with_currency("120,50 PLN"), ["PL"]);
    }
}
