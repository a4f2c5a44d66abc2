//! What the domain is made of: ids, money, accounts, permissions. Pure; no I/O.
