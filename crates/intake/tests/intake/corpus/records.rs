//! Text in which names say what the values are: directories, objects, logs, letters, and chats with other numbers.

use super::countries::{Country, Dice, Made, Style, country};
use super::lists::{List, list};

/// A directory with numbers of users and groups.
fn directory(country: &'static Country, made: &[Made], style: Style, dice: &mut Dice) -> String {
    let entry = |number: &Made| {
        let (user, group, set) =
            (dice.digits("nxxxxxxxx"), dice.digits("nxxxxx"), dice.digits("1337xxxxxxxxxxxxxx"));
        format!(
            "dn: uid=u{user},ou=people,dc=example\ncn: {}\nuidNumber: {user}\ngidNumber: {group}\nmobile: {}\npwdLastSet: {set}\n\n",
            country.people[0],
            number.write(style)
        )
    };
    made.iter().map(entry).collect()
}

/// Objects on one line.
fn objects(made: &[Made], style: Style, dice: &mut Dice) -> String {
    let object = |number: &Made| {
        let (order, tax) = (dice.digits("nxxxxxxxxx"), dice.digits("nxxxxxxxxxx"));
        format!(
            "{{\"order\": \"{order}\", \"client\": {{\"mobile\": \"{}\", \"vatid\": \"{tax}\"}}}}",
            number.write(style)
        )
    };
    format!("[{}]", made.iter().map(object).collect::<Vec<_>>().join(", "))
}

/// Elements with numbers of companies.
fn elements(made: &[Made], style: Style, dice: &mut Dice) -> String {
    let element = |number: &Made| {
        let (id, company) = (dice.digits("nxxxxxxx"), dice.digits("nxxxxxx"));
        format!(
            "<client id=\"{id}\"><mobile>{}</mobile><company>{company}-1</company></client>\n",
            number.write(style)
        )
    };
    format!("<clients>\n{}</clients>\n", made.iter().map(element).collect::<String>())
}

/// Letters with numbers of invoices, accounts and taxes.
fn letters(country: &'static Country, made: &[Made], style: Style, dice: &mut Dice) -> String {
    let letter = |number: &Made| {
        let (invoice, register, bank) =
            (dice.digits("2024nxxx"), dice.digits("nxxxxxxx"), dice.digits("nxxxxxxxxx"));
        format!(
            "Invoice no: {invoice}\nRegister: {register}\n{}: {}\nAccount NL91ABNA{bank}\n\n",
            country.mobile_names[0],
            number.write(style)
        )
    };
    made.iter().map(letter).collect()
}

/// Messages of senders with calling codes, which mention orders and payments.
fn chat(made: &[Made], dice: &mut Dice) -> String {
    let mut message = |place: usize| {
        let words = ["ok", "invoice 20240311 attached", "paid, reference ", "order "];
        let number = made[place % made.len()].e164();
        let more = if place % 4 > 1 { dice.digits("nxxxxxx") } else { String::new() };
        format!(
            "[{:02}/03/2024, 10:15:{:02}] +{number}: {}{more}\n",
            1 + place % 28,
            place % 60,
            words[place % 4]
        )
    };
    (0..made.len() * 3).map(&mut message).collect()
}

/// Lines of a gateway.
fn log(made: &[Made], dice: &mut Dice) -> String {
    let line = |number: &Made| {
        let (id, code) = (dice.digits("nxxxxxxxxxxx"), dice.digits("nxxxxx"));
        format!(
            "2024-03-12T10:15:07Z level=info id={id} to=+{} text=\"Your code is {code}\"\n",
            number.e164()
        )
    };
    made.iter().map(line).collect()
}

/// Two numbers per cell.
fn pairs(country: &'static Country, made: &[Made], style: Style) -> String {
    let row = |two: &[Made]| {
        let numbers: Vec<String> = two.iter().map(|number| number.write(style)).collect();
        format!("{};{}\n", country.people[0], numbers.join(", "))
    };
    let rows: String = made.chunks(2).map(row).collect();
    format!("{};{}\n{rows}", country.name, country.mobile_names[0])
}

/// All lists of these kinds.
pub fn records(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    for code in ["GB", "IN", "BR", "TR", "ID", "CN"] {
        let country = country(code);
        let made = country.mobiles(8 + dice.below(8), &mut dice);
        let style = if code == "BR" { Style::Plain } else { *dice.pick(&[Style::Plain, Style::Spaces]) };
        let files = [
            ("directory", "people.ldif", directory(country, &made, style, &mut dice)),
            ("objects", "orders.json", objects(&made, style, &mut dice)),
            ("elements", "clients.xml", elements(&made, style, &mut dice)),
            ("letters", "letters.txt", letters(country, &made, style, &mut dice)),
            ("chat with orders", "chat.txt", chat(&made, &mut dice)),
            ("gateway log", "sms.log", log(&made, &mut dice)),
            ("pairs", "pairs.csv", pairs(country, &made, style)),
        ];
        for (class, file_name, file) in files {
            lists.push(list(&format!("{class} {code} {style:?}"), file_name, file, &made, None));
        }
    }
}
