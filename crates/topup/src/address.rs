//! TRON addresses: base58check of 21 bytes, the first being 0x41. Case-sensitive.

use thiserror::Error;

/// First byte of all main-network addresses.
const PREFIX: u8 = 0x41;

/// The receiving wallet of the demo. It is not an address: the hyphens and the O make every wallet and exchange refuse
/// it, and no account can be derived from it. So nobody can send real money to the demo, and the text says so wherever
/// it is copied to.
pub const DEMO_WALLET: &str = "DEMO-SEND-NO-MONEY";

/// The account of the demo wallet on the simulated chain.
const DEMO_ACCOUNT: Address = Address(*b"numsift demo address");

/// Why an address is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AddressError {
    /// A character outside base58, such as 0, O, I or l.
    #[error("the address contains an invalid character")]
    Character,
    #[error("the address is mistyped: its checksum is wrong")]
    Checksum,
    #[error("a TRON address has 34 characters")]
    Length,
    /// An address of another chain.
    #[error("this is not a TRON address")]
    Network,
}

/// An address without its prefix byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Address(pub [u8; 20]);

impl Address {
    /// Parses a base58check address.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        // Decoding time grows with the square of the length.
        if text.is_empty() || text.len() > 60 {
            return Err(AddressError::Length);
        }
        let bytes = bs58::decode(text).with_check(None).into_vec().map_err(|error| match error {
            bs58::decode::Error::InvalidCharacter { .. } | bs58::decode::Error::NonAsciiCharacter { .. } => {
                AddressError::Character
            }
            bs58::decode::Error::InvalidChecksum { .. } => AddressError::Checksum,
            _ => AddressError::Length,
        })?;
        let (prefix, rest) = bytes.split_first().ok_or(AddressError::Length)?;
        let rest = <[u8; 20]>::try_from(rest).map_err(|_| AddressError::Length)?;
        if *prefix == PREFIX { Ok(Self(rest)) } else { Err(AddressError::Network) }
    }

    /// The account of a stored wallet: that of the demo, or an address.
    pub fn of_wallet(text: &str) -> Result<Self, AddressError> {
        if text == DEMO_WALLET { Ok(DEMO_ACCOUNT) } else { Self::parse(text) }
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut bytes = [PREFIX; 21];
        bytes[1..].copy_from_slice(&self.0);
        f.write_str(&bs58::encode(bytes).with_check().into_string())
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, AddressError, DEMO_WALLET};
    use crate::verifier::USDT;

    #[test]
    fn the_usdt_contract_is_parsed_and_formatted() {
        assert_eq!(Address::parse("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"), Ok(Address(USDT)));
        assert_eq!(Address(USDT).to_string(), "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
    }

    #[test]
    fn the_demo_wallet_is_no_address() {
        assert_eq!(Address::parse(DEMO_WALLET), Err(AddressError::Character), "wallets refuse it");
        assert!(Address::of_wallet(DEMO_WALLET).is_ok());
        assert_eq!(Address::of_wallet("DEMO-SEND-NO-MONEy"), Err(AddressError::Character));
        assert!(Address::of_wallet(&Address(USDT).to_string()).is_ok());
    }

    #[test]
    fn invalid_addresses_are_rejected_with_a_reason() {
        let bitcoin = bs58::encode([0_u8; 21]).with_check().into_string();
        let short = bs58::encode([0x41_u8; 12]).with_check().into_string();
        for (text, reason) in [
            ("", AddressError::Length),
            ("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6", AddressError::Checksum),
            ("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T", AddressError::Checksum),
            ("tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t", AddressError::Character),
            ("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60", AddressError::Character),
            ("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ", AddressError::Character),
            ("地址", AddressError::Character),
            (bitcoin.as_str(), AddressError::Network),
            (short.as_str(), AddressError::Length),
            ("1111111111111111111111111111111111111111111111111111111111111", AddressError::Length),
        ] {
            assert_eq!(Address::parse(text), Err(reason), "{text}");
        }
    }
}
