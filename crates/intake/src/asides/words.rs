//! The words by which messages say that a number is not part of their list.

/// What the lines begin with that close a letter or message.
#[rustfmt::skip]
pub(super) const CLOSINGS: &[&str] = &[
    "regards", "best regards", "kind regards", "warm regards", "many regards", "with regards", "best wishes", "sincerely",
    "yours", "cheers", "grüße", "viele grüße", "liebe grüße", "beste grüße", "herzliche grüße", "freundliche grüße", "schöne grüße",
    "mit freundlichen grüßen", "mit freundlichem gruß", "gruß", "mfg", "gez", "cordialement", "bien cordialement", "salutations",
    "bien à vous", "saludos", "un saludo", "atentamente", "cordialmente", "atenciosamente", "abraço", "abraços", "cumprimentos",
    "com os melhores cumprimentos", "cordiali saluti", "saluti", "distinti saluti", "un saluto", "met vriendelijke groet",
    "vriendelijke groeten", "groeten", "groetjes", "mvg", "pozdrawiam", "z poważaniem", "cu stimă", "cu respect", "s pozdravem",
    "s pozdravom", "üdvözlettel", "tisztelettel", "saygılarımla", "с уважением", "з повагою", "поздрави", "с поздравом",
    "srdačan pozdrav", "pozdrav", "lep pozdrav", "med vänliga hälsningar", "hälsningar", "mvh", "med venlig hilsen",
    "med vennlig hilsen", "hilsen", "ystävällisin terveisin", "terveisin", "με εκτίμηση", "με φιλικούς χαιρετισμούς",
    "hormat kami", "hormat saya", "salam", "trân trọng", "敬具", "此致", "祝好", "敬上", "مع التحية", "تحياتي", "با احترام",
    "בברכה", "सादर", "ด้วยความเคารพ", "lugupidamisega", "ar cieņu", "pagarbiai",
    "vänliga hälsningar", "vennlig hilsen", "venlig hilsen", "de bedste hilsner", "parhain terveisin", "terv", "bästa hälsningar",
    "vänligen", "hartelijke groet", "hartelijke groeten", "vriendelijke groet", "groet", "mit besten grüßen", "mit bestem gruß",
    "beste grüsse", "freundliche grüsse", "herzliche grüsse", "liebe grüsse", "viele grüsse", "hochachtungsvoll", "bonne journée",
    "amicalement", "bien à toi", "bien cdlt", "cdlt", "cdt", "un cordial saludo", "saludos cordiales", "atentos saludos",
    "atentamente", "abrazos", "um abraço", "melhores cumprimentos", "com os meus cumprimentos", "cordiais saudações",
    "serdecznie pozdrawiam", "pozdrawiam serdecznie", "z wyrazami szacunku", "s úctou", "hezký den", "pekný deň", "pekny den",
    "köszönettel", "üdv", "iyi çalışmalar", "iyi günler dilerim", "sevgiler", "с наилучшими пожеланиями", "с почтением",
    "всего доброго", "з найкращими побажаннями", "с уважение", "srdačno", "lijep pozdrav", "s poštovanjem", "φιλικά", "ευχαριστώ πολύ",
    "warmest regards", "all the best", "yours faithfully", "yours sincerely", "yours truly", "rgds", "brgds",
];

/// What closes a message as well, but is said in the middle of others, too. Counts only in a message that names its sender, or
/// in front of a name.
#[rustfmt::skip]
pub(super) const THANKS: &[&str] = &[
    "thanks", "many thanks", "thank you", "thx", "best", "danke", "vielen dank", "lg", "vg", "merci", "gracias", "muchas gracias",
    "atte", "obrigado", "obrigada", "att", "grazie", "bedankt", "dziękuję", "mulțumesc", "multumesc", "děkuji", "ďakujem",
    "köszönöm", "teşekkürler", "спасибо", "дякую", "благодаря", "хвала", "hvala", "lp", "tack", "tak", "takk", "kiitos",
    "ευχαριστώ", "terima kasih", "cảm ơn", "salamat", "maraming salamat", "ขอบคุณ", "よろしくお願いします", "よろしくお願いいたします",
    "以上", "谢谢", "謝謝", "감사합니다", "شكرا", "תודה", "धन्यवाद", "asante", "--", "---",
    "many thx", "thanks in advance", "thanks so much", "thanks a lot", "thanks heaps", "cheers mate", "ta", "tks", "danke dir",
    "danke euch", "besten dank", "herzlichen dank", "danke schön", "merci beaucoup", "merci d'avance", "muchas gracias", "mil gracias",
    "gracias de antemano", "muito obrigado", "muito obrigada", "obg", "grazie mille", "grazie", "dank je", "dank u", "alvast bedankt",
    "dank jullie wel", "dzięki", "dzieki", "z góry dziękuję", "mersi", "mulțumiri", "díky", "diky", "vďaka", "vdaka", "dakujem", "dekuji",
    "köszi", "sağ olun", "teşekkür ederim", "спасибо заранее", "заранее спасибо", "дуже дякую", "hvala lepa", "hvala lijepa",
    "tusen takk", "mange tak", "mange takk", "tack på förhand", "tack så mycket", "makasih", "trims", "cám ơn", "aitäh", "tänan", "paldies", "ačiū",
];

/// What lines begin with that are added to a message after its closing.
pub(super) const POSTSCRIPTS: [&str; 4] = ["ps", "p.s", "пс", "p. s"];

/// Words that call a number old.
#[rustfmt::skip]
pub(super) const OLD: &[&str] = &[
    "old", "former", "previous", "alt", "alte", "alten", "alter", "bisherige", "frühere", "ancien", "ancienne", "viejo", "vieja",
    "antiguo", "antigua", "anterior", "antigo", "antiga", "velho", "velha", "vecchio", "vecchia", "precedente", "oud", "oude",
    "vorige", "stary", "starego", "poprzedni", "starý", "staré", "původní", "vechi", "vechiul", "régi", "eski", "старый", "старого",
    "прежний", "старий", "стар", "стария", "stari", "stara", "staro", "παλιό", "παλιός", "gamla", "gammalt", "gamle", "gammel",
    "gammelt", "vanha", "lama", "cũ", "luma", "lumang", "dati", "dating", "القديم", "القديمة", "قديم", "ישן", "הישן", "قدیمی",
    "पुराना", "zamani", "vana", "vecais", "senas", "旧", "舊", "古い", "이전", "เก่า",
];

/// Words that call a number new.
#[rustfmt::skip]
pub(super) const NEW: &[&str] = &[
    "new", "now", "current", "neu", "neue", "neuen", "neuer", "aktuelle", "jetzt", "nouveau", "nouvelle", "maintenant", "nuevo",
    "nueva", "actual", "ahora", "novo", "nova", "atual", "agora", "nuovo", "nuova", "adesso", "ora", "nieuw", "nieuwe", "nu", "nowy",
    "nowego", "teraz", "nový", "nové", "teď", "nou", "noul", "acum", "új", "yeni", "новый", "новая", "теперь", "новий", "тепер",
    "нов", "новия", "novi", "sada", "νέο", "νέος", "καινούριο", "τώρα", "nya", "nytt", "nye", "ny", "nyt", "uusi", "baru", "sekarang",
    "mới", "bago", "bagong", "ngayon", "الجديد", "الجديدة", "جديد", "חדש", "החדש", "جدید", "नया", "mpya", "uus", "jaunais",
    "naujas", "新", "现", "現", "今", "새", "현재", "ใหม่",
];

/// Words that deny a number behind another one.
#[rustfmt::skip]
pub(super) const NOT: &[&str] = &[
    "not", "not on", "no longer", "and not", "instead of", "nicht", "nicht mehr", "statt", "nicht die", "pas", "et non", "et pas", "au lieu de", "plus le", "no", "no el",
    "y no", "en vez de", "não", "nao", "e não", "em vez de", "non", "e non", "invece di", "niet", "niet meer", "in plaats van", "nie", "a nie", "zamiast", "не", "а не",
    "вместо", "замість", "değil", "inte", "ikke", "i stedet for", "i stället för", "ei", "ne", "místo", "namiesto", "nem", "nu", "в не", "όχι", "לא", "ليس", "نه", "नहीं",
    "bukan", "không phải", "ไม่ใช่", "不是", "ではなく", "아니고", "hindi", "siyo",
];

/// Those of the next that end with another word, as in `nicht mehr benutzen`.
#[rustfmt::skip]
pub(super) const NO_MORE: &[&str] = &[
    "nicht mehr", "ne plus", "n'est plus", "ya no", "não é mais", "já não", "niet meer", "non più", "non è più", "больше не", "уже не", "вже не", "більше не", "nu mai",
    "már nem", "hindi na", "sudah tidak", "không dùng", "no longer",
];

/// Words that say of a number that it is wrong, not used any more, or to be removed.
#[rustfmt::skip]
pub(super) const WRONG: &[&str] = &[
    "wrong number", "is wrong", "was wrong", "wrong no", "incorrect", "no longer", "no longer in use", "no longer valid", "no longer works",
    "no longer active", "not in use", "not valid", "out of service", "doesn't work", "does not work", "not working", "disconnected",
    "don't use this", "do not use this", "don't use it", "don't call", "do not call this", "please remove", "please delete", "can be removed", "can be deleted",
    "take off the list", "delete", "remove", "isn't valid", "invalid",
    "nicht mehr", "falsch", "falsche nummer", "falsche nr", "ungültig", "bitte löschen", "bitte streichen", "löschen", "streichen", "gibt es nicht",
    "nicht mehr aktuell", "nicht aktuell", "nicht vergeben", "abgemeldet",
    "ne plus", "n'est plus", "plus valable", "plus valide", "plus attribué", "faux numéro", "mauvais numéro", "erroné", "incorrect", "à supprimer", "supprimer", "à retirer",
    "retirer", "ne pas utiliser", "ne pas appeler",
    "ya no", "equivocado", "incorrecto", "erróneo", "no funciona", "no existe", "eliminar", "borrar", "dar de baja", "no usar", "no vale",
    "não usar", "nao usar", "não funciona", "nao funciona", "não é mais", "não existe", "errado", "incorreto", "excluir", "remover", "apagar", "desativado", "já não",
    "niet meer", "fout nummer", "foutief", "verkeerd", "verwijderen", "klopt niet", "bestaat niet", "schrappen",
    "non più", "non è più", "sbagliato", "errato", "non usare", "non funziona", "da cancellare", "cancellare", "eliminare", "inesistente",
    "nieaktualny", "nieaktualne", "nie działa", "nie dziala", "błędny", "zły numer", "proszę usunąć", "usunąć", "do usunięcia", "pomyłka",
    "не работает", "неверный", "неправильный", "ошибочный", "удалить", "удалите", "уберите", "недействителен", "больше не", "уже не", "неактуален", "неактуальный",
    "не працює", "невірний", "неправильний", "видалити", "видаліть", "вже не", "більше не", "неактуальний",
    "kullanılmıyor", "kullanılmıyor artık", "yanlış", "silin", "silinsin", "çıkarın", "iptal", "geçersiz",
    "fel nummer", "felaktigt", "gäller inte", "gäller ej", "ta bort", "stryk", "används inte", "forkert", "gælder ikke", "slet", "slett", "feil", "gjelder ikke",
    "bruges ikke", "brukes ikke", "fjernes", "fjern", "väärä", "ei käytössä", "ei toimi", "poista", "poistakaa",
    "neplatí", "neplati", "neplatné", "špatné", "spatne", "smazat", "smažte", "nefunguje", "zmazať", "zmažte", "vymazať", "vyškrtnout", "zlé číslo",
    "rossz szám", "téves", "nem él", "törölni", "töröljétek", "töröld", "már nem", "megszűnt",
    "greșit", "gresit", "nu mai", "ștergeți", "stergeti", "de șters", "nu funcționează",
    "грешен", "не работи", "изтрийте", "махнете", "невалиден", "pogrešan", "pogresan", "krivi broj", "ne radi", "obrisati", "izbrisati", "izbrišite", "ne vrijedi", "ne važi",
    "погрешан", "не ради", "ne velja", "napačna", "izbrišite", "λάθος", "δεν ισχύει", "διαγραφή", "διαγράψτε", "δεν λειτουργεί",
    "خطأ", "لا يعمل", "احذف", "حذف", "ملغي", "غير صحيح", "اشتباه", "حذف کنید", "شماره اشتباه", "שגוי", "לא בשימוש", "למחוק", "לא נכון", "לא פעיל",
    "गलत", "हटा", "बंद है", "galat", "salah", "tidak aktif", "sudah tidak", "nggak aktif", "ga aktif", "hapus", "dihapus", "tidak dipakai", "tak guna",
    "không dùng", "sai số", "số sai", "xóa", "bỏ số", "ngừng sử dụng", "ผิด", "ลบออก", "ไม่ใช้แล้ว", "ยกเลิก", "เลิกใช้",
    "错误", "打错", "停用", "作废", "删掉", "删除", "空号", "不用了", "錯誤", "停用", "刪除", "空號", "使われて", "間違い", "削除", "解約", "使えません",
    "잘못", "삭제", "결번", "안 씁니다", "없는 번호", "maling number", "mali ang", "hindi na", "tanggalin", "si sahihi", "ondoa", "verkeerde", "vale number", "kustutage", "neteisingas", "nepareizs",
];

/// Words by which the sender of a message says that a number is their own.
#[rustfmt::skip]
pub(super) const OWN: &[&str] = &[
    "call me", "ring me", "text me", "reach me", "contact me", "phone me", "message me", "whatsapp me", "get me", "get hold of me", "me on", "me at", "me directly",
    "my number", "my mobile", "my cell", "my phone", "my new number", "my direct", "my own", "my whatsapp", "mine is", "i'm on", "i am on", "i'm at",
    "mich", "mir", "meine nummer", "meine handynummer", "meine mobilnummer", "meine nr", "meine neue nummer", "mein handy", "bin ich", "ich bin",
    "me joindre", "m'appeler", "me contacter", "m'écrire", "appelez-moi", "appelle-moi", "appelez moi", "contactez-moi", "mon numéro", "mon portable", "mon mobile",
    "mon tel", "mon tél", "je suis joignable", "mon numero",
    "mi número", "mi numero", "mi móvil", "mi movil", "mi celular", "mi teléfono", "mi telefono", "mi cel", "mi whatsapp", "llámame", "llamame", "llámenme", "llamadme",
    "escríbeme", "escribidme", "localizarme", "contactarme", "contáctame", "conmigo", "me llamas", "me puedes", "me podéis", "me pueden",
    "meu número", "meu numero", "meu telefone", "meu celular", "meu telemóvel", "meu whatsapp", "meu contacto", "meu contato", "meu zap", "me chama", "me chame",
    "me liga", "me ligue", "me ligar", "comigo", "contactar-me", "ligar-me", "liguem-me", "ligue-me",
    "il mio", "mio numero", "mio cell", "chiamami", "chiamatemi", "contattarmi", "contattatemi", "scrivetemi", "scrivimi", "mi trovate", "mi trovi", "raggiungermi",
    "mijn nummer", "mijn mobiel", "mijn 06", "mijn gsm", "mijn telefoon", "mij", "me op", "ik ben", "bel me", "app me", "bereik me",
    "mój numer", "moj numer", "mój telefon", "moj telefon", "mój nr", "mój tel", "moj nr", "moj tel", "do mnie", "ze mną", "moja komórka",
    "můj telefon", "muj telefon", "můj tel", "moje číslo", "moje cislo", "moje tel", "mé číslo", "můj mobil", "mi volejte", "volajte mi", "môj telefón", "môj mobil", "na mě",
    "мой номер", "мой телефон", "мой тел", "мне", "со мной", "мой сотовый", "мой мобильный", "мій номер", "мій телефон", "мій тел", "мені", "зі мною",
    "моят номер", "моя номер", "моят телефон", "моя телефон", "на мен", "с мен", "moj broj", "moj mobitel", "moj mob", "mene", "meni", "sa mnom", "мој број", "мене",
    "moja številka", "moj gsm", "bana", "benim", "numaram", "telefonum", "beni",
    "mig på", "mitt nummer", "min mobil", "mitt mobilnummer", "nå mig", "ring mig", "mit nummer", "ring til mig", "fat i mig", "meg på", "nå meg", "ring meg",
    "minut", "numeroni", "minun numero", "minulle", "puhelimeni", "engem", "számom", "mobilom", "telefonom", "hívjatok",
    "numărul meu", "numarul meu", "telefonul meu", "la mine", "sunați-mă", "sunati-ma", "mă găsiți", "ma gasiti", "contactați-mă",
    "μου", "εμένα", "με βρείτε", "minu number", "minu telefon", "mulle", "mans numurs", "man var", "mano numeris", "mano telefonas",
    "שלי", "אליי", "אלי", "رقمي", "معي", "جوالي", "اتصل بي", "شماره من", "با من", "मेरा", "मुझे", "mera number", "mujhe", "میرا", "مجھے", "আমার", "আমাকে",
    "nomor saya", "no saya", "hp saya", "hubungi saya", "wa saya", "saya di", "nombor saya", "telefon saya", "nomorku", "nomer saya", "kontak saya",
    "số của em", "số của tôi", "số của mình", "số của anh", "số của chị", "số em", "số tôi", "số mình", "liên hệ em", "liên hệ tôi", "gọi em", "gọi tôi",
    "เบอร์ผม", "เบอร์ฉัน", "เบอร์ดิฉัน", "ของผม", "ของฉัน", "ของดิฉัน", "ติดต่อผม", "ติดต่อดิฉัน", "โทรหาผม", "เบอร์หนู",
    "我的", "打我", "联系我", "我电话", "我手机", "聯絡我", "我電話", "我手機", "找我", "本人", "私の", "自分の", "私まで", "わたしの", "僕の", "当方",
    "제 번호", "제번호", "제 연락처", "제 휴대", "제 핸드폰", "저에게", "저한테", "내 번호", "제 전화",
    "number ko", "numero ko", "tawagan niyo ako", "text niyo ako", "namba yangu", "nipigie", "simu yangu", "my nommer", "skakel my", "bel my", "kontak my",
];
