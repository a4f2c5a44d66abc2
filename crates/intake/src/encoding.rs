//! The encodings of text: UTF-8, UTF-16 and all legacy encodings of the WHATWG standard.

use serde::{Deserialize, Serialize};

macro_rules! encodings {
    ($($(#[$doc:meta])* $name:ident $label:tt $table:ident,)*) => {
        /// The encoding of a text file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, utoipa::ToSchema)]
        pub enum Encoding {
            /// UTF-8, including ASCII.
            #[default]
            #[serde(rename = "utf-8")]
            Utf8,
            $($(#[$doc])* #[serde(rename = $label)] $name,)*
        }

        impl Encoding {
            /// All encodings.
            pub const ALL: &[Self] = &[Self::Utf8, $(Self::$name),*];

            /// The decoder; `None` for UTF-8, which needs no decoding.
            pub(crate) fn table(self) -> Option<&'static encoding_rs::Encoding> {
                match self {
                    Self::Utf8 => None,
                    $(Self::$name => Some(encoding_rs::$table),)*
                }
            }
        }
    };
}

encodings! {
    /// UTF-16, little-endian.
    Utf16Le "utf-16le" UTF_16LE,
    /// UTF-16, big-endian.
    Utf16Be "utf-16be" UTF_16BE,
    /// GB18030, which includes GBK and GB2312.
    Gb18030 "gb18030" GB18030,
    /// Big5, used in Taiwan and Hong Kong.
    Big5 "big5" BIG5,
    /// Shift JIS, used in Japan.
    ShiftJis "shift_jis" SHIFT_JIS,
    /// EUC-JP, used in Japan on Unix.
    EucJp "euc-jp" EUC_JP,
    /// ISO-2022-JP, used in Japanese e-mail.
    Iso2022Jp "iso-2022-jp" ISO_2022_JP,
    /// EUC-KR, which includes code page 949; used in Korea.
    EucKr "euc-kr" EUC_KR,
    /// Windows-1250, used in Central Europe.
    Windows1250 "windows-1250" WINDOWS_1250,
    /// Windows-1251, Cyrillic.
    Windows1251 "windows-1251" WINDOWS_1251,
    /// Windows-1252, used in Western Europe and Latin America.
    Windows1252 "windows-1252" WINDOWS_1252,
    /// Windows-1253, Greek.
    Windows1253 "windows-1253" WINDOWS_1253,
    /// Windows-1254, Turkish.
    Windows1254 "windows-1254" WINDOWS_1254,
    /// Windows-1255, Hebrew.
    Windows1255 "windows-1255" WINDOWS_1255,
    /// Windows-1256, Arabic.
    Windows1256 "windows-1256" WINDOWS_1256,
    /// Windows-1257, Baltic.
    Windows1257 "windows-1257" WINDOWS_1257,
    /// Windows-1258, Vietnamese.
    Windows1258 "windows-1258" WINDOWS_1258,
    /// Windows-874, Thai.
    Windows874 "windows-874" WINDOWS_874,
    /// KOI8-R, Russian.
    Koi8R "koi8-r" KOI8_R,
    /// KOI8-U, Ukrainian.
    Koi8U "koi8-u" KOI8_U,
    /// Code page 866, Cyrillic on DOS.
    Ibm866 "ibm866" IBM866,
    /// ISO-8859-2, Central Europe.
    Iso8859_2 "iso-8859-2" ISO_8859_2,
    /// ISO-8859-3, South Europe.
    Iso8859_3 "iso-8859-3" ISO_8859_3,
    /// ISO-8859-4, North Europe.
    Iso8859_4 "iso-8859-4" ISO_8859_4,
    /// ISO-8859-5, Cyrillic.
    Iso8859_5 "iso-8859-5" ISO_8859_5,
    /// ISO-8859-6, Arabic.
    Iso8859_6 "iso-8859-6" ISO_8859_6,
    /// ISO-8859-7, Greek.
    Iso8859_7 "iso-8859-7" ISO_8859_7,
    /// ISO-8859-8, Hebrew.
    Iso8859_8 "iso-8859-8" ISO_8859_8,
    /// ISO-8859-8-I, Hebrew in logical order.
    Iso8859_8I "iso-8859-8-i" ISO_8859_8_I,
    /// ISO-8859-10, Nordic.
    Iso8859_10 "iso-8859-10" ISO_8859_10,
    /// ISO-8859-13, Baltic.
    Iso8859_13 "iso-8859-13" ISO_8859_13,
    /// ISO-8859-14, Celtic.
    Iso8859_14 "iso-8859-14" ISO_8859_14,
    /// ISO-8859-15, Western Europe with the euro sign.
    Iso8859_15 "iso-8859-15" ISO_8859_15,
    /// ISO-8859-16, South-Eastern Europe.
    Iso8859_16 "iso-8859-16" ISO_8859_16,
    /// The Macintosh encoding.
    Macintosh "macintosh" MACINTOSH,
    /// The Cyrillic Macintosh encoding.
    MacCyrillic "x-mac-cyrillic" X_MAC_CYRILLIC,
}

impl Encoding {
    /// The encoding of a byte order mark, and the length of the mark.
    pub(crate) fn from_bom(head: &[u8]) -> Option<(Self, usize)> {
        match head {
            [0xEF, 0xBB, 0xBF, ..] => Some((Self::Utf8, 3)),
            [0xFF, 0xFE, ..] => Some((Self::Utf16Le, 2)),
            [0xFE, 0xFF, ..] => Some((Self::Utf16Be, 2)),
            _ => None,
        }
    }

    /// The encoding with a decoder; GBK is read as GB18030.
    pub(crate) fn of_table(table: &'static encoding_rs::Encoding) -> Option<Self> {
        let table = if table == encoding_rs::GBK { encoding_rs::GB18030 } else { table };
        Self::ALL.iter().copied().find(|known| known.table() == Some(table))
    }
}
