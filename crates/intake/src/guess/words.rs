//! Header words in many languages, and what they say about a column.

/// What the header of a column says about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Says {
    /// Mobile numbers.
    Mobile,
    /// Phone numbers of any kind.
    Phone,
    /// Numbers of some kind.
    Number,
    /// Fixed lines: home, office.
    Landline,
    /// Fax numbers.
    Fax,
    /// A country or a calling code.
    Country,
    /// Something else that a list of contacts may have.
    Other,
}

/// What is known about a header.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) says: Option<Says>,
    /// Marked as old, alternative or for emergencies, or numbered from 2.
    pub(crate) secondary: bool,
    /// The language of the word, if it is not common to several.
    pub(crate) language: Option<&'static str>,
}

/// Words by language and meaning. Words of ASCII letters match whole words; longer ones also their beginning
/// or end, as in `Telefonnummer`. Others match anywhere.
const WORDS: &[(&str, Says, &[&str])] = &[
    ("", Says::Mobile, &["mobile", "whatsapp", "msisdn", "gsm", "mob", "wa", "viber", "telegram", "sms"]),
    ("en", Says::Mobile, &["cell", "cellphone", "smartphone"]),
    (
        "de",
        Says::Mobile,
        &["handy", "handynummer", "mobil", "mobilfunk", "mobilnummer", "mobilnr", "handynr"],
    ),
    ("es", Says::Mobile, &["móvil", "movil", "celular"]),
    ("pt", Says::Mobile, &["telemóvel", "telemovel"]),
    ("", Says::Mobile, &["cel"]),
    ("fr", Says::Mobile, &["portable"]),
    ("it", Says::Mobile, &["cellulare", "cell."]),
    ("ru", Says::Mobile, &["мобильный", "мобильн", "моб.", "сотовый", "сотов"]),
    ("uk", Says::Mobile, &["мобільний", "мобільн"]),
    ("zh", Says::Mobile, &["手机", "移动电话"]),
    ("zh-hant", Says::Mobile, &["手機", "行動電話", "流動電話"]),
    ("ja", Says::Mobile, &["携帯", "スマホ", "ケータイ", "モバイル"]),
    ("ko", Says::Mobile, &["휴대", "핸드폰", "모바일", "휴대폰"]),
    ("ar", Says::Mobile, &["جوال", "محمول", "موبايل", "الجوال", "نقال"]),
    ("fa", Says::Mobile, &["موبایل", "همراه"]),
    ("tr", Says::Mobile, &["cep", "gsm no"]),
    ("pl", Says::Mobile, &["komórka", "komórkowy", "komorka", "komorkowy"]),
    ("nl", Says::Mobile, &["mobiel", "gsm-nummer", "mobielnummer"]),
    ("vi", Says::Mobile, &["di động", "dđ", "sđt", "sdt", "số di động"]),
    ("th", Says::Mobile, &["มือถือ"]),
    ("id", Says::Mobile, &["hp", "ponsel", "handphone", "no hp"]),
    ("he", Says::Mobile, &["נייד", "סלולרי"]),
    ("el", Says::Mobile, &["κινητό", "κινητο"]),
    ("hi", Says::Mobile, &["मोबाइल"]),
    ("sv", Says::Mobile, &["mobilnummer", "mobiltelefon"]),
    ("fi", Says::Mobile, &["matkapuhelin", "kännykkä"]),
    ("ro", Says::Mobile, &["telefon mobil"]),
    ("", Says::Phone, &["phone", "telephone", "tel", "phones", "ph", "tlf", "telf"]),
    ("en", Says::Phone, &["contact no", "contact number", "phone number", "call"]),
    ("de", Says::Phone, &["telefonnummer", "rufnummer", "tel.-nr", "telefonnr", "telnr"]),
    ("", Says::Phone, &["telefon"]),
    ("es", Says::Phone, &["teléfono", "telefono"]),
    ("pt", Says::Phone, &["telefone", "fone"]),
    ("fr", Says::Phone, &["téléphone", "tél"]),
    ("it", Says::Phone, &["telefono fisso", "recapito"]),
    ("ru", Says::Phone, &["телефон", "тел"]),
    ("zh", Says::Phone, &["电话", "联系方式", "联系电话", "号码"]),
    ("zh-hant", Says::Phone, &["聯絡電話", "連絡電話", "號碼"]),
    ("", Says::Phone, &["電話"]),
    ("ja", Says::Phone, &["電話番号", "連絡先", "でんわ", "℡"]),
    ("ko", Says::Phone, &["전화", "연락처"]),
    ("ar", Says::Phone, &["هاتف", "الهاتف", "تليفون", "رقم التواصل"]),
    ("fa", Says::Phone, &["تلفن", "شماره تماس"]),
    ("tr", Says::Phone, &["telefonu", "telefon no", "telefon numarası"]),
    ("pl", Says::Phone, &["nr tel", "numer telefonu", "telefonu"]),
    ("nl", Says::Phone, &["telefoon", "telefoonnummer"]),
    ("vi", Says::Phone, &["điện thoại", "dien thoai", "số đt"]),
    ("th", Says::Phone, &["โทร", "เบอร์"]),
    ("id", Says::Phone, &["telepon", "no telp", "telp", "nomor telepon"]),
    ("he", Says::Phone, &["טלפון"]),
    ("el", Says::Phone, &["τηλέφωνο", "τηλεφωνο"]),
    ("hi", Says::Phone, &["फ़ोन", "फोन", "दूरभाष"]),
    ("sv", Says::Phone, &["telefonnummer", "tfn"]),
    ("fi", Says::Phone, &["puhelin", "puh"]),
    ("cs", Says::Phone, &["telefonní"]),
    ("hu", Says::Phone, &["telefonszám"]),
    (
        "",
        Says::Number,
        &["number", "no", "num", "nr", "contact", "contacts", "recipient", "destination", "to"],
    ),
    ("es", Says::Number, &["número", "contacto"]),
    ("", Says::Number, &["numero"]),
    ("de", Says::Number, &["nummer", "kontakt"]),
    ("fr", Says::Number, &["numéro"]),
    ("ja", Says::Number, &["番号"]),
    ("ru", Says::Number, &["номер", "контакт"]),
    ("ko", Says::Number, &["번호"]),
    ("id", Says::Number, &["nomor"]),
    (
        "",
        Says::Landline,
        &[
            "landline",
            "fixed",
            "home",
            "office",
            "work",
            "business",
            "switchboard",
            "fixed line",
            "company phone",
        ],
    ),
    ("de", Says::Landline, &["festnetz", "büro", "privat", "geschäftlich", "zentrale", "durchwahl"]),
    ("es", Says::Landline, &["fijo", "oficina", "casa"]),
    ("pt", Says::Landline, &["fixo", "comercial", "residencial"]),
    ("fr", Says::Landline, &["fixe", "bureau", "domicile", "standard"]),
    ("it", Says::Landline, &["fisso", "ufficio"]),
    ("ru", Says::Landline, &["домашний", "рабочий", "городской", "стационарный"]),
    ("zh", Says::Landline, &["座机", "固话", "固定电话", "办公电话", "公司电话", "家庭电话"]),
    ("zh-hant", Says::Landline, &["市話", "公司電話", "室內電話", "住家電話", "固網"]),
    ("ja", Says::Landline, &["固定電話", "自宅", "会社電話", "代表電話", "勤務先"]),
    ("ko", Says::Landline, &["집전화", "사무실", "유선", "회사전화", "일반전화"]),
    ("ar", Says::Landline, &["هاتف ثابت", "أرضي", "ارضي", "العمل"]),
    ("fa", Says::Landline, &["ثابت"]),
    ("tr", Says::Landline, &["sabit", "ev telefonu", "iş telefonu"]),
    ("pl", Says::Landline, &["stacjonarny", "domowy", "biuro", "służbowy"]),
    ("nl", Says::Landline, &["vast", "vaste", "thuis", "kantoor", "werk"]),
    ("vi", Says::Landline, &["cố định", "máy bàn", "cơ quan"]),
    ("th", Says::Landline, &["โทรศัพท์บ้าน", "ที่ทำงาน"]),
    ("id", Says::Landline, &["telepon rumah", "telepon kantor", "kantor", "rumah"]),
    ("sv", Says::Landline, &["hemtelefon", "arbete"]),
    ("", Says::Fax, &["fax", "telefax", "faks", "faxnummer"]),
    (
        "",
        Says::Fax,
        &["传真", "傳真", "ファックス", "ファクス", "팩스", "факс", "فاكس", "فکس", "แฟกซ์", "φαξ", "פקס"],
    ),
    (
        "",
        Says::Country,
        &[
            "country",
            "country code",
            "dial code",
            "calling code",
            "dialcode",
            "countrycode",
            "iso",
            "prefix",
            "idd",
            "cc",
        ],
    ),
    ("de", Says::Country, &["land", "vorwahl", "ländercode", "landesvorwahl", "ländervorwahl"]),
    ("es", Says::Country, &["país", "pais", "prefijo"]),
    ("fr", Says::Country, &["pays", "indicatif"]),
    ("it", Says::Country, &["paese", "nazione", "prefisso"]),
    ("ru", Says::Country, &["страна", "код страны"]),
    ("zh", Says::Country, &["国家", "国家代码", "区号", "国别"]),
    ("zh-hant", Says::Country, &["國家", "國碼"]),
    ("", Says::Country, &["国", "国コード", "国番号"]),
    ("ko", Says::Country, &["국가"]),
    ("ar", Says::Country, &["الدولة", "دولة", "البلد"]),
    ("tr", Says::Country, &["ülke"]),
    ("pl", Says::Country, &["kraj"]),
    ("id", Says::Country, &["negara"]),
    ("vi", Says::Country, &["quốc gia"]),
    ("th", Says::Country, &["ประเทศ"]),
    (
        "",
        Says::Other,
        &[
            "id", "uid", "email", "e-mail", "mail", "iban", "sku", "ean", "upc", "barcode", "url", "ip",
            "gtin", "imei", "zip", "vat", "index", "lat", "lon", "pin", "ssn", "code", "status", "crm",
            "ref",
        ],
    ),
    (
        "en",
        Says::Other,
        &[
            "name",
            "first",
            "last",
            "surname",
            "customer",
            "client",
            "user",
            "order",
            "invoice",
            "date",
            "created",
            "updated",
            "time",
            "timestamp",
            "birthday",
            "birth",
            "dob",
            "age",
            "gender",
            "sex",
            "address",
            "street",
            "city",
            "town",
            "state",
            "postcode",
            "postal",
            "zipcode",
            "amount",
            "price",
            "total",
            "qty",
            "quantity",
            "balance",
            "currency",
            "account",
            "bank",
            "note",
            "notes",
            "comment",
            "remark",
            "company",
            "employee",
            "product",
            "item",
            "serial",
            "tracking",
            "ticket",
            "tax",
            "passport",
            "salary",
            "score",
            "points",
            "year",
            "month",
            "day",
            "title",
            "department",
            "source",
            "tag",
            "group",
            "row",
            "member",
            "joined",
            "signup",
            "registered",
            "seen",
            "language",
            "region",
            "latitude",
            "longitude",
            "owner",
            "type",
            "card",
            "license",
        ],
    ),
    (
        "de",
        Says::Other,
        &[
            "vorname",
            "nachname",
            "kunde",
            "kundennummer",
            "kundennr",
            "kd-nr",
            "bestellnummer",
            "auftrag",
            "auftragsnummer",
            "rechnung",
            "rechnungsnummer",
            "artikelnummer",
            "artikel",
            "datum",
            "geburtsdatum",
            "alter",
            "adresse",
            "straße",
            "strasse",
            "ort",
            "stadt",
            "plz",
            "postleitzahl",
            "betrag",
            "preis",
            "summe",
            "menge",
            "firma",
            "bemerkung",
            "notiz",
            "anrede",
            "konto",
            "kontonummer",
            "steuernummer",
            "geburtstag",
            "angelegt",
            "mitglied",
            "mitgliedsnummer",
            "vertrag",
            "vertragsnummer",
            "bestellung",
            "vertragsnr",
            "bestellnr",
        ],
    ),
    (
        "es",
        Says::Other,
        &[
            "nombre",
            "apellido",
            "apellidos",
            "cliente",
            "pedido",
            "factura",
            "fecha",
            "nacimiento",
            "edad",
            "dirección",
            "direccion",
            "calle",
            "ciudad",
            "provincia",
            "código postal",
            "codigo postal",
            "importe",
            "precio",
            "monto",
            "empresa",
            "nota",
            "notas",
            "cédula",
            "dni",
            "nif",
            "rfc",
            "curp",
            "correo",
            "cuenta",
            "código",
            "codigo",
        ],
    ),
    (
        "pt",
        Says::Other,
        &[
            "nome",
            "sobrenome",
            "pedido nº",
            "data",
            "endereço",
            "endereco",
            "cidade",
            "cep",
            "cpf",
            "cnpj",
            "valor",
            "empresa nome",
            "observação",
            "nascimento",
            "matrícula",
        ],
    ),
    (
        "fr",
        Says::Other,
        &[
            "nom",
            "prénom",
            "prenom",
            "commande",
            "facture",
            "adresse",
            "rue",
            "ville",
            "code postal",
            "montant",
            "prix",
            "naissance",
            "société",
            "remarque",
            "courriel",
            "siret",
            "compte",
            "référence",
            "nom complet",
        ],
    ),
    (
        "it",
        Says::Other,
        &[
            "cognome",
            "ordine",
            "fattura",
            "indirizzo",
            "città",
            "citta",
            "cap",
            "importo",
            "prezzo",
            "nascita",
            "azienda",
            "codice",
            "codice fiscale",
            "partita iva",
            "nome e cognome",
        ],
    ),
    (
        "ru",
        Says::Other,
        &[
            "имя",
            "фамилия",
            "фио",
            "клиент",
            "заказ",
            "дата",
            "адрес",
            "город",
            "улица",
            "сумма",
            "цена",
            "почта",
            "примечание",
            "комментарий",
            "инн",
            "снилс",
            "паспорт",
            "счет",
            "договор",
            "индекс",
            "возраст",
            "компания",
            "№",
            "код",
        ],
    ),
    (
        "zh",
        Says::Other,
        &[
            "姓名",
            "名字",
            "客户",
            "订单",
            "日期",
            "时间",
            "地址",
            "城市",
            "省份",
            "邮箱",
            "邮编",
            "金额",
            "价格",
            "备注",
            "公司",
            "身份证",
            "性别",
            "年龄",
            "编号",
            "序号",
            "工号",
            "会员",
            "银行卡",
            "账号",
            "条码",
            "快递",
            "运单",
            "学号",
            "卡号",
        ],
    ),
    (
        "zh-hant",
        Says::Other,
        &[
            "客戶",
            "訂單",
            "時間",
            "郵遞",
            "金額",
            "備註",
            "編號",
            "會員",
            "縣市",
            "身分證",
            "生日",
            "統編",
            "帳號",
        ],
    ),
    (
        "ja",
        Says::Other,
        &[
            "氏名",
            "お名前",
            "フリガナ",
            "顧客",
            "注文",
            "日付",
            "住所",
            "都道府県",
            "郵便",
            "メール",
            "備考",
            "会員",
            "生年月日",
            "会社名",
            "お客様",
            "登録日",
            "コード",
            "伝票",
            "管理",
        ],
    ),
    (
        "ko",
        Says::Other,
        &[
            "이름",
            "성명",
            "고객",
            "주문",
            "날짜",
            "주소",
            "도시",
            "우편",
            "이메일",
            "금액",
            "비고",
            "회원",
            "생년월일",
            "회사",
            "가입일",
        ],
    ),
    (
        "ar",
        Says::Other,
        &[
            "الاسم",
            "اسم",
            "العميل",
            "الطلب",
            "التاريخ",
            "العنوان",
            "المدينة",
            "البريد",
            "المبلغ",
            "ملاحظات",
            "الهوية",
        ],
    ),
    ("fa", Says::Other, &["نام", "مشتری", "سفارش", "تاریخ", "آدرس", "شهر", "ایمیل", "مبلغ", "کد ملی", "کد"]),
    (
        "tr",
        Says::Other,
        &[
            "adı",
            "soyadı",
            "isim",
            "soyisim",
            "müşteri",
            "sipariş",
            "tarih",
            "adres",
            "şehir",
            "il",
            "ilçe",
            "e-posta",
            "tutar",
            "ad soyad",
        ],
    ),
    (
        "pl",
        Says::Other,
        &[
            "imię",
            "imie",
            "nazwisko",
            "klient",
            "zamówienie",
            "miasto",
            "ulica",
            "kwota",
            "pesel",
            "nip",
            "faktura",
            "data urodzenia",
        ],
    ),
    (
        "nl",
        Says::Other,
        &[
            "voornaam",
            "achternaam",
            "naam",
            "klant",
            "klantnummer",
            "bestelling",
            "bestelnummer",
            "datum",
            "adres",
            "plaats",
            "stad",
            "bedrag",
            "woonplaats",
            "factuur",
        ],
    ),
    (
        "vi",
        Says::Other,
        &[
            "họ tên",
            "họ và tên",
            "tên",
            "khách hàng",
            "đơn hàng",
            "ngày",
            "địa chỉ",
            "thành phố",
            "ghi chú",
            "mã",
            "số tiền",
            "cmnd",
            "cccd",
            "stt",
        ],
    ),
    ("th", Says::Other, &["ชื่อ", "นามสกุล", "ลูกค้า", "วันที่", "ที่อยู่", "จังหวัด", "อีเมล", "หมายเหตุ", "รหัส", "ลำดับ"]),
    (
        "id",
        Says::Other,
        &["nama", "pelanggan", "pesanan", "tanggal", "alamat", "kota", "catatan", "jumlah", "nik", "kode"],
    ),
    ("he", Says::Other, &["שם", "כתובת", "עיר", "תאריך", "לקוח"]),
    ("el", Says::Other, &["όνομα", "επώνυμο", "πόλη", "διεύθυνση", "ημερομηνία", "πελάτης"]),
    ("hi", Says::Other, &["नाम", "शहर", "पता", "दिनांक"]),
    (
        "sv",
        Says::Other,
        &[
            "förnamn",
            "efternamn",
            "namn",
            "kund",
            "kundnummer",
            "ordernummer",
            "postnummer",
            "ort",
            "stad",
            "gata",
        ],
    ),
    ("fi", Says::Other, &["nimi", "asiakas", "kaupunki", "osoite", "tilaus"]),
    ("cs", Says::Other, &["jméno", "příjmení", "město", "objednávka", "zákazník"]),
    ("hu", Says::Other, &["név", "város", "cím", "rendelés"]),
    ("uk", Says::Other, &["ім'я", "прізвище", "місто", "піб", "замовлення"]),
];

/// Words that mark a second or outdated number.
const SECONDARY: &[&str] = &[
    "old",
    "previous",
    "former",
    "alt",
    "alternative",
    "alternate",
    "secondary",
    "second",
    "backup",
    "emergency",
    "other",
    "hidden",
    "deprecated",
    "legacy",
    "spare",
    "guardian",
    "spouse",
    "partner",
    "assistant",
    "archived",
    "obsolete",
    "parent",
    "do not use",
    "inactive",
    "dead",
    "alt.",
    "alte",
    "alter",
    "veraltet",
    "zweite",
    "notfall",
    "früher",
    "frühere",
    "antiguo",
    "anterior",
    "viejo",
    "secundario",
    "emergencia",
    "alternativo",
    "ancien",
    "ancienne",
    "secondaire",
    "urgence",
    "autre",
    "antigo",
    "alternativa",
    "recado",
    "vecchio",
    "precedente",
    "secondario",
    "старый",
    "стар.",
    "прежний",
    "дополнительный",
    "доп.",
    "доп",
    "запасной",
    "旧",
    "备用",
    "紧急",
    "其他",
    "原手机",
    "备用电话",
    "舊",
    "備用",
    "緊急",
    "その他",
    "予備",
    "기존",
    "이전",
    "예비",
    "비상",
    "보조",
    "eski",
    "yedek",
    "stary",
    "poprzedni",
    "oud",
    "oude",
    "vorige",
    "nood",
    "lama",
    "cadangan",
    "darurat",
    "cũ",
    "phụ",
    "เก่า",
    "สำรอง",
    "قديم",
    "القديم",
    "طوارئ",
    "قدیم",
    "اضطراری",
    "gammal",
    "gammalt",
    "vanha",
    "ישן",
];

/// Splits a name into lower-case words; `phoneNumber2` becomes `phone`, `number`, `2`.
fn tokens(name: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut last = ' ';
    for character in name.chars() {
        let joins = character.is_alphanumeric()
            && last.is_alphanumeric()
            && last.is_ascii_digit() == character.is_ascii_digit()
            && !(last.is_lowercase() && character.is_uppercase());
        if character.is_alphanumeric() {
            match tokens.last_mut() {
                Some(token) if joins => token.extend(character.to_lowercase()),
                _ => tokens.push(character.to_lowercase().collect()),
            }
        }
        last = character;
    }
    tokens
}

/// Longest text that can be a header.
const MAX_HEADER: usize = 60;

/// What a header says.
pub(crate) fn header(name: &str) -> Header {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_HEADER {
        return Header::default();
    }
    let tokens = tokens(name);
    let joined = format!(" {} ", tokens.join(" "));
    let lower = name.to_lowercase();
    let matches = |word: &str| -> usize {
        let latin = word.chars().all(|character| character.is_ascii() || character < '\u{250}');
        let length = word.chars().count();
        let hit = if !latin {
            length > 1 && lower.contains(word) || lower.trim() == word
        } else if word.contains([' ', '-', '.']) {
            joined.contains(&format!(" {} ", self::tokens(word).join(" ")))
        } else {
            tokens.iter().any(|token| {
                token == word || (length >= 5 && (token.starts_with(word) || token.ends_with(word)))
            })
        };
        if hit { length } else { 0 }
    };
    // Longer words say more; a column that is said to be both is what makes it special.
    let mut best: [(usize, &'static str); 7] = [(0, ""); 7];
    for (language, says, words) in WORDS {
        for word in *words {
            let length = matches(word);
            let slot = &mut best[*says as usize];
            if length > slot.0 || (length == slot.0 && length > 0 && slot.1.is_empty()) {
                *slot = (length, language);
            }
        }
    }
    let has = |says: Says| best[says as usize].0 > 0;
    let phone = has(Says::Mobile) || has(Says::Phone);
    let other_longer = best[Says::Other as usize].0 > 4 && !phone;
    let says = if has(Says::Fax) {
        Some(Says::Fax)
    } else if has(Says::Country) && !has(Says::Mobile) && best[Says::Country as usize].0 > 3 {
        Some(Says::Country)
    } else if has(Says::Mobile) {
        Some(Says::Mobile)
    } else if has(Says::Landline) && (phone || !has(Says::Other)) {
        Some(Says::Landline)
    } else if has(Says::Phone) && !other_longer {
        Some(Says::Phone)
    } else if has(Says::Country) {
        Some(Says::Country)
    } else if has(Says::Other) {
        Some(Says::Other)
    } else if has(Says::Number) {
        Some(Says::Number)
    } else {
        None
    };
    let language = best
        .iter()
        .filter(|(length, code)| *length > 1 && !code.is_empty())
        .max_by_key(|(length, _)| *length);
    let numbered = tokens
        .iter()
        .rev()
        .find_map(|token| token.parse::<u32>().ok())
        .is_some_and(|count| (2..20).contains(&count));
    let secondary = numbered || SECONDARY.iter().any(|word| matches(word) > 0);
    Header { says, secondary, language: language.map(|found| found.1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_many_languages_are_understood() {
        for (name, says) in [
            ("Mobile No.", Says::Mobile),
            ("Handynummer", Says::Mobile),
            ("Teléfono móvil", Says::Mobile),
            ("N° de portable", Says::Mobile),
            ("Мобильный телефон", Says::Mobile),
            ("手机号码", Says::Mobile),
            ("行動電話", Says::Mobile),
            ("携帯電話", Says::Mobile),
            ("휴대폰 번호", Says::Mobile),
            ("رقم الجوال", Says::Mobile),
            ("cep telefonu", Says::Mobile),
            ("phoneNumber", Says::Phone),
            ("TEL", Says::Phone),
            ("Telefonnummer", Says::Phone),
            ("電話番号", Says::Phone),
            ("Điện thoại", Says::Phone),
            ("Office phone", Says::Landline),
            ("Telefon Festnetz", Says::Landline),
            ("Fax", Says::Fax),
            ("Fax phone", Says::Fax),
            ("Country code", Says::Country),
            ("Customer number", Says::Other),
            ("Kundennummer", Says::Other),
            ("order_no", Says::Other),
            ("Hotel", Says::Other),
        ] {
            let found = header(name).says;
            if says == Says::Other && name == "Hotel" {
                assert_eq!(found, None, "{name}");
            } else {
                assert_eq!(found, Some(says), "{name}");
            }
        }
        assert!(header("Old mobile").secondary && header("phone2").secondary && !header("phone1").secondary);
        assert_eq!(header("Handy").language, Some("de"));
    }
}
