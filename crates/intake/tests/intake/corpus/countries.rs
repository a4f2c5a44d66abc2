//! Countries of the corpus: how their numbers are made and written, and words of their languages. Nothing here
//! comes from the engine.

/// A source of random numbers (`SplitMix64`).
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ (value >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.roll() % limit as u64).unwrap()
    }

    pub fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// Digits after a pattern in which `x` is any digit and `n` one from 2 to 9.
    pub fn digits(&mut self, pattern: &str) -> String {
        let digit = |value: usize| char::from(b'0' + u8::try_from(value).unwrap());
        let fill = |place: char, dice: &mut Self| match place {
            'x' => digit(dice.below(10)),
            'n' => digit(2 + dice.below(8)),
            other => other,
        };
        pattern.chars().map(|place| fill(place, self)).collect()
    }
}

pub struct Country {
    pub code: &'static str,
    pub calling_code: &'static str,
    /// Written before national numbers.
    pub trunk: &'static str,
    pub mobile: &'static [&'static str],
    pub fixed: &'static [&'static str],
    /// Lengths of the groups in which a mobile number is written, without the trunk prefix.
    pub groups: &'static [usize],
    pub mobile_names: &'static [&'static str],
    pub phone_name: &'static str,
    pub fixed_name: &'static str,
    pub old_name: &'static str,
    pub name: &'static str,
    pub city: &'static str,
    pub id: &'static str,
    pub date: &'static str,
    pub people: &'static [&'static str],
    pub cities: &'static [&'static str],
    pub currency: &'static str,
    pub domain: &'static str,
    pub native_name: &'static str,
}

#[rustfmt::skip]
pub const COUNTRIES: &[Country] = &[
    Country { code: "CN", calling_code: "86", trunk: "", mobile: &["138xxxxxxxx", "139xxxxxxxx", "150xxxxxxxx", "186xxxxxxxx", "177xxxxxxxx"], fixed: &["21nxxxxxxx", "10nxxxxxxx"], groups: &[3, 4, 4], mobile_names: &["手机号", "手机", "手机号码"], phone_name: "电话", fixed_name: "座机", old_name: "旧手机号", name: "姓名", city: "城市", id: "编号", date: "日期", people: &["张三", "李四", "王伟", "刘洋", "陈静"], cities: &["北京", "上海", "广州", "深圳"], currency: "CNY", domain: "cn", native_name: "中国" },
    Country { code: "DE", calling_code: "49", trunk: "0", mobile: &["1511xxxxxxx", "1522xxxxxxx", "160xxxxxxxx", "170xxxxxxx", "1761xxxxxxx"], fixed: &["30nxxxxxxx", "89nxxxxxxx"], groups: &[3, 8], mobile_names: &["Handy", "Handynummer", "Mobil"], phone_name: "Telefon", fixed_name: "Festnetz", old_name: "Handy alt", name: "Nachname", city: "Ort", id: "Kundennummer", date: "Datum", people: &["Müller", "Schmidt", "Weber", "Schäfer", "Klein"], cities: &["Berlin", "Hamburg", "München", "Köln"], currency: "EUR", domain: "de", native_name: "Deutschland" },
    Country { code: "GB", calling_code: "44", trunk: "0", mobile: &["7400xxxxxx", "7500xxxxxx", "7812xxxxxx", "7912xxxxxx"], fixed: &["2079xxxxxx", "1614xxxxxx"], groups: &[4, 6], mobile_names: &["Mobile", "mobile_number", "Mobile No."], phone_name: "Telephone", fixed_name: "Landline", old_name: "Old mobile", name: "Name", city: "City", id: "Customer ID", date: "Date", people: &["Smith", "Jones", "Taylor", "Brown", "Evans"], cities: &["London", "Leeds", "Bristol", "Manchester"], currency: "GBP", domain: "co.uk", native_name: "United Kingdom" },
    Country { code: "US", calling_code: "1", trunk: "", mobile: &["212nxxxxxx", "415nxxxxxx", "310nxxxxxx", "713nxxxxxx", "305nxxxxxx"], fixed: &["312nxxxxxx", "617nxxxxxx"], groups: &[3, 3, 4], mobile_names: &["Cell", "Mobile Phone", "cell_phone"], phone_name: "Phone", fixed_name: "Office phone", old_name: "Old cell", name: "Name", city: "City", id: "Order ID", date: "Created", people: &["Johnson", "Williams", "Miller", "Davis", "Garcia"], cities: &["New York", "Chicago", "Houston", "Boston"], currency: "USD", domain: "com", native_name: "USA" },
    Country { code: "FR", calling_code: "33", trunk: "0", mobile: &["612xxxxxx", "698xxxxxx", "755xxxxxx", "768xxxxxx"], fixed: &["142xxxxxx", "478xxxxxx"], groups: &[1, 2, 2, 2, 2], mobile_names: &["Portable", "Téléphone portable"], phone_name: "Téléphone", fixed_name: "Téléphone fixe", old_name: "Ancien portable", name: "Nom", city: "Ville", id: "Commande", date: "Date", people: &["Martin", "Bernard", "Lefèvre", "Dubois", "Garçon"], cities: &["Paris", "Lyon", "Marseille", "Lille"], currency: "EUR", domain: "fr", native_name: "France" },
    Country { code: "ES", calling_code: "34", trunk: "", mobile: &["612xxxxxx", "655xxxxxx", "678xxxxxx", "699xxxxxx"], fixed: &["912xxxxxx", "934xxxxxx"], groups: &[3, 3, 3], mobile_names: &["Móvil", "Teléfono móvil"], phone_name: "Teléfono", fixed_name: "Teléfono fijo", old_name: "Móvil antiguo", name: "Nombre", city: "Ciudad", id: "Pedido", date: "Fecha", people: &["García", "Núñez", "López", "Muñoz", "Pérez"], cities: &["Madrid", "Barcelona", "Sevilla", "Valencia"], currency: "EUR", domain: "es", native_name: "España" },
    Country { code: "IT", calling_code: "39", trunk: "", mobile: &["320xxxxxxx", "333xxxxxxx", "347xxxxxxx", "389xxxxxxx"], fixed: &["0266xxxxxx", "0644xxxxxx"], groups: &[3, 3, 4], mobile_names: &["Cellulare", "Tel. cellulare"], phone_name: "Telefono", fixed_name: "Telefono fisso", old_name: "Vecchio cellulare", name: "Cognome", city: "Città", id: "Ordine", date: "Data", people: &["Rossi", "Bianchi", "Ferrari", "Esposito", "Niccolò"], cities: &["Roma", "Milano", "Napoli", "Torino"], currency: "EUR", domain: "it", native_name: "Italia" },
    Country { code: "BR", calling_code: "55", trunk: "", mobile: &["1198xxxxxxx", "2199xxxxxxx", "3198xxxxxxx", "4199xxxxxxx"], fixed: &["113xxxxxxx", "212nxxxxxx"], groups: &[2, 5, 4], mobile_names: &["Celular", "Telefone celular"], phone_name: "Telefone", fixed_name: "Telefone fixo", old_name: "Celular antigo", name: "Nome", city: "Cidade", id: "CPF", date: "Data", people: &["Silva", "Souza", "João", "Conceição", "Lima"], cities: &["São Paulo", "Rio de Janeiro", "Curitiba", "Recife"], currency: "BRL", domain: "com.br", native_name: "Brasil" },
    Country { code: "JP", calling_code: "81", trunk: "0", mobile: &["90nxxxxxxx", "80nxxxxxxx", "70nxxxxxxx"], fixed: &["33nxxxxxxx"], groups: &[2, 4, 4], mobile_names: &["携帯電話", "携帯番号"], phone_name: "電話番号", fixed_name: "固定電話", old_name: "旧携帯", name: "氏名", city: "都道府県", id: "会員番号", date: "登録日", people: &["山田太郎", "佐藤花子", "すずき", "タナカ", "高橋"], cities: &["東京都", "大阪府", "名古屋", "札幌"], currency: "JPY", domain: "co.jp", native_name: "日本" },
    Country { code: "KR", calling_code: "82", trunk: "0", mobile: &["102nxxxxxx", "103xxxxxxx", "108xxxxxxx", "109xxxxxxx"], fixed: &["2nxx2xxx"], groups: &[2, 4, 4], mobile_names: &["휴대폰", "휴대전화번호"], phone_name: "전화번호", fixed_name: "집전화", old_name: "이전 휴대폰", name: "이름", city: "도시", id: "주문번호", date: "가입일", people: &["김민수", "이영희", "박지훈", "최수진", "정우성"], cities: &["서울", "부산", "인천", "대구"], currency: "KRW", domain: "co.kr", native_name: "대한민국" },
    Country { code: "IN", calling_code: "91", trunk: "", mobile: &["98xxxxxxxx", "99xxxxxxxx", "88xxxxxxxx", "70xxxxxxxx"], fixed: &["11nxxxxxxx"], groups: &[5, 5], mobile_names: &["Mobile", "Mobile Number"], phone_name: "Contact No", fixed_name: "Landline", old_name: "Previous mobile", name: "Name", city: "City", id: "Employee ID", date: "DOB", people: &["Sharma", "Patel", "Singh", "Kumar", "Reddy"], cities: &["Mumbai", "Delhi", "Pune", "Chennai"], currency: "INR", domain: "in", native_name: "India" },
    Country { code: "RU", calling_code: "7", trunk: "8", mobile: &["916xxxxxxx", "925xxxxxxx", "903xxxxxxx", "921xxxxxxx"], fixed: &["4952xxxxxx", "8123xxxxxx"], groups: &[3, 3, 2, 2], mobile_names: &["Мобильный телефон", "Мобильный"], phone_name: "Телефон", fixed_name: "Городской телефон", old_name: "Старый телефон", name: "ФИО", city: "Город", id: "Номер заказа", date: "Дата", people: &["Иванов", "Петров", "Сидоров", "Смирнова", "Кузнецов"], cities: &["Москва", "Казань", "Самара", "Омск"], currency: "RUB", domain: "ru", native_name: "Россия" },
    Country { code: "TR", calling_code: "90", trunk: "0", mobile: &["532xxxxxxx", "542xxxxxxx", "505xxxxxxx", "555xxxxxxx"], fixed: &["212nxxxxxx", "312nxxxxxx"], groups: &[3, 3, 2, 2], mobile_names: &["Cep Telefonu", "Cep"], phone_name: "Telefon", fixed_name: "Sabit telefon", old_name: "Eski cep", name: "Ad Soyad", city: "Şehir", id: "Müşteri No", date: "Tarih", people: &["Yılmaz", "Kaya", "Demir", "Şahin", "Çelik"], cities: &["Ankara", "Bursa", "Antalya", "Konya"], currency: "TRY", domain: "com.tr", native_name: "Türkiye" },
    Country { code: "VN", calling_code: "84", trunk: "0", mobile: &["912xxxxxx", "983xxxxxx", "356xxxxxx", "777xxxxxx"], fixed: &["2438xxxxxx"], groups: &[2, 3, 4], mobile_names: &["Số di động", "SĐT"], phone_name: "Điện thoại", fixed_name: "Máy bàn", old_name: "Số cũ", name: "Họ tên", city: "Thành phố", id: "Mã", date: "Ngày", people: &["Nguyễn Văn An", "Trần Thị Bình", "Lê Hoàng", "Phạm Đức", "Đỗ Hùng"], cities: &["Hà Nội", "Đà Nẵng", "Huế", "Cần Thơ"], currency: "VND", domain: "vn", native_name: "Việt Nam" },
    Country { code: "ID", calling_code: "62", trunk: "0", mobile: &["8121xxxxxxx", "8131xxxxxxx", "8571xxxxxxx", "8781xxxxxxx"], fixed: &["215xxxxxx"], groups: &[3, 4, 4], mobile_names: &["No HP", "Nomor Handphone"], phone_name: "Telepon", fixed_name: "Telepon rumah", old_name: "HP lama", name: "Nama", city: "Kota", id: "Kode pelanggan", date: "Tanggal", people: &["Budi", "Siti", "Agus", "Dewi", "Putri"], cities: &["Jakarta", "Surabaya", "Bandung", "Medan"], currency: "IDR", domain: "co.id", native_name: "Indonesia" },
    Country { code: "AU", calling_code: "61", trunk: "0", mobile: &["412xxxxxx", "433xxxxxx", "455xxxxxx"], fixed: &["298xxxxxx", "396xxxxxx"], groups: &[3, 3, 3], mobile_names: &["Mobile", "Mobile phone"], phone_name: "Phone", fixed_name: "Home phone", old_name: "Former mobile", name: "Name", city: "City", id: "Member no", date: "Joined", people: &["Wilson", "Kelly", "Walker", "Ryan", "King"], cities: &["Sydney", "Melbourne", "Perth", "Brisbane"], currency: "AUD", domain: "com.au", native_name: "Australia" },
    Country { code: "NL", calling_code: "31", trunk: "0", mobile: &["612xxxxxx", "624xxxxxx", "653xxxxxx"], fixed: &["206xxxxxx", "104xxxxxx"], groups: &[1, 8], mobile_names: &["Mobiel", "Mobiel nummer"], phone_name: "Telefoon", fixed_name: "Vaste telefoon", old_name: "Oud mobiel", name: "Achternaam", city: "Plaats", id: "Klantnummer", date: "Datum", people: &["de Vries", "Jansen", "Bakker", "Visser", "Smit"], cities: &["Amsterdam", "Rotterdam", "Utrecht", "Eindhoven"], currency: "EUR", domain: "nl", native_name: "Nederland" },
    Country { code: "PL", calling_code: "48", trunk: "", mobile: &["501xxxxxx", "602xxxxxx", "791xxxxxx", "885xxxxxx"], fixed: &["226xxxxxx"], groups: &[3, 3, 3], mobile_names: &["Telefon komórkowy", "Komórka"], phone_name: "Telefon", fixed_name: "Telefon stacjonarny", old_name: "Stary telefon", name: "Nazwisko", city: "Miasto", id: "PESEL", date: "Data", people: &["Nowak", "Kowalski", "Wiśniewski", "Wójcik", "Zając"], cities: &["Warszawa", "Kraków", "Poznań", "Lublin"], currency: "PLN", domain: "pl", native_name: "Polska" },
    Country { code: "SA", calling_code: "966", trunk: "0", mobile: &["50nxxxxxx", "55nxxxxxx", "54nxxxxxx"], fixed: &["112nxxxxx"], groups: &[2, 3, 4], mobile_names: &["رقم الجوال", "الجوال"], phone_name: "الهاتف", fixed_name: "هاتف ثابت", old_name: "الجوال القديم", name: "الاسم", city: "المدينة", id: "رقم الطلب", date: "التاريخ", people: &["محمد", "أحمد", "فاطمة", "خالد", "سارة"], cities: &["الرياض", "جدة", "مكة", "الدمام"], currency: "SAR", domain: "sa", native_name: "السعودية" },
    Country { code: "TW", calling_code: "886", trunk: "0", mobile: &["912xxxxxx", "933xxxxxx", "978xxxxxx"], fixed: &["22nxxxxxx"], groups: &[3, 3, 3], mobile_names: &["手機", "行動電話"], phone_name: "聯絡電話", fixed_name: "市話", old_name: "舊手機", name: "姓名", city: "縣市", id: "會員編號", date: "日期", people: &["陳怡君", "林志明", "黃淑芬", "張家豪", "劉建國"], cities: &["台北", "高雄", "台中", "台南"], currency: "TWD", domain: "tw", native_name: "台灣" },
    Country { code: "TH", calling_code: "66", trunk: "0", mobile: &["81xxxxxxx", "89xxxxxxx", "95xxxxxxx"], fixed: &["2215xxxx"], groups: &[2, 3, 4], mobile_names: &["เบอร์มือถือ", "มือถือ"], phone_name: "เบอร์โทร", fixed_name: "โทรศัพท์บ้าน", old_name: "มือถือเก่า", name: "ชื่อ", city: "จังหวัด", id: "รหัสลูกค้า", date: "วันที่", people: &["สมชาย", "สมหญิง", "วิชัย", "นารี", "ประเสริฐ"], cities: &["กรุงเทพ", "เชียงใหม่", "ภูเก็ต", "ขอนแก่น"], currency: "THB", domain: "co.th", native_name: "ประเทศไทย" },
    Country { code: "MX", calling_code: "52", trunk: "", mobile: &["55nxxxxxxx", "33nxxxxxxx", "81nxxxxxxx"], fixed: &["222nxxxxxx"], groups: &[2, 4, 4], mobile_names: &["Celular", "Número de celular"], phone_name: "Teléfono", fixed_name: "Teléfono fijo", old_name: "Celular anterior", name: "Nombre", city: "Ciudad", id: "RFC", date: "Fecha", people: &["Hernández", "Martínez", "González", "Ramírez", "Nuñez"], cities: &["Guadalajara", "Monterrey", "Puebla", "Tijuana"], currency: "MXN", domain: "mx", native_name: "México" },
];

pub fn country(code: &str) -> &'static Country {
    COUNTRIES.iter().find(|country| country.code == code).unwrap()
}

/// A number that was put in.
#[derive(Clone)]
pub struct Made {
    pub country: &'static Country,
    /// National significant number.
    pub national: String,
}

impl Made {
    pub fn e164(&self) -> u64 {
        format!("{}{}", self.country.calling_code, self.national).parse().unwrap()
    }

    fn grouped(&self, first: &str, mark: &str) -> String {
        let mut parts = Vec::new();
        let mut rest = self.national.as_str();
        for &length in self.country.groups {
            let (part, after) = rest.split_at(length.min(rest.len()));
            parts.push(part);
            rest = after;
        }
        let last = parts.len() - 1;
        let tail = format!("{}{rest}", parts[last]);
        parts[last] = &tail;
        format!("{first}{}", parts.join(mark))
    }

    pub fn write(&self, style: Style) -> String {
        let Country { calling_code, trunk, .. } = self.country;
        let trunk = if style == Style::WithoutZero { "" } else { trunk };
        match style {
            Style::Plain => format!("{trunk}{}", self.national),
            Style::WithoutZero => self.national.clone(),
            Style::Spaces => self.grouped(trunk, " "),
            Style::Dashes => self.grouped(trunk, "-"),
            Style::Dots => self.grouped(trunk, "."),
            Style::Plus => format!("+{calling_code}{}", self.national),
            Style::PlusSpaces => self.grouped(&format!("+{calling_code} "), " "),
            Style::DoubleZero => format!("00{calling_code}{}", self.national),
            Style::NoPlus => format!("{calling_code}{}", self.national),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    WithoutZero,
    Spaces,
    Dashes,
    Dots,
    Plus,
    PlusSpaces,
    DoubleZero,
    NoPlus,
}

impl Country {
    pub fn make_mobile(&'static self, dice: &mut Dice) -> Made {
        let pattern = dice.pick(self.mobile);
        Made { country: self, national: dice.digits(pattern) }
    }

    pub fn make_fixed(&'static self, dice: &mut Dice) -> Made {
        let pattern = dice.pick(self.fixed);
        Made { country: self, national: dice.digits(pattern) }
    }

    pub fn mobiles(&'static self, count: usize, dice: &mut Dice) -> Vec<Made> {
        (0..count).map(|_| self.make_mobile(dice)).collect()
    }
}
