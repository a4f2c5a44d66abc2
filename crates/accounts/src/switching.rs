//! Visits: staff act inside an account of lower privilege.

use numsift_model::clock::HOUR_S;
use numsift_model::id::Uid;
use numsift_model::session::{EndReason, NewSession, Switched};

use crate::{AccountError, Accounts, Acting, SessionToken};

/// Maximum duration of a visit.
const MAX_VISIT_S: i64 = HOUR_S;

impl Accounts {
    /// Starts a visit to an account of strictly lower privilege. The account's own session is not affected.
    pub async fn switch(&self, by: &Acting, uid: Uid) -> Result<SessionToken, AccountError> {
        let now = self.clock.now();
        // Visits cannot be nested or started from a demo token.
        let (None, Some(parent)) = (by.who.switched, by.who.session) else {
            return Err(AccountError::NotPermitted);
        };
        let token = SessionToken::random(&*self.entropy)?;
        let mut tx = self.store.begin().await?;
        let account = tx.account(uid).await?.ok_or(AccountError::NotFound)?;
        if account.account_type <= by.who.account.account_type {
            return Err(AccountError::NotPermitted);
        }
        if !account.enabled {
            return Err(AccountError::Disabled);
        }
        tx.open_session(&NewSession {
            token_hash: SessionToken::hash(token.as_str()),
            uid,
            created_at: now,
            expires_at: now.plus(MAX_VISIT_S),
            ip: by.client.ip.clone(),
            user_agent: by.client.user_agent.clone(),
            switched: Some(Switched { actor: by.who.account.uid, parent }),
        })
        .await?;
        tx.audit(&by.did("user/switch", now).on(uid).entry()).await?;
        tx.save().await?;
        Ok(token)
    }

    /// Ends a visit. The actor's own session must still be open.
    pub async fn switch_back(&self, by: &Acting) -> Result<(), AccountError> {
        let now = self.clock.now();
        let (Some(switched), Some(session)) = (by.who.switched, by.who.session) else {
            return Err(AccountError::NotPermitted);
        };
        let mut tx = self.store.begin().await?;
        if !tx.session_is_open(switched.parent, now).await? {
            return Err(AccountError::NotPermitted);
        }
        tx.end_session(session, EndReason::LoggedOut, now).await?;
        tx.audit(&by.did("user/switchBack", now).entry()).await?;
        tx.save().await?;
        Ok(())
    }
}
