//! Authentication of requests.

use numsift_channel::{Auth, CheckError, Encoding, Reason, Secret, SendIn};
use numsift_sim::providers::{Fault, Provider, Requirement};

use crate::world::{World, numbers};

/// Whether a request with this authentication meets the requirement. Without it, the request must fail.
async fn meets(auth: Auth, requirement: Requirement) -> bool {
    let world = World::new().await;
    world.control().require(requirement);
    let without = world.channel(world.sync());
    assert!(matches!(world.check(&without, &numbers(2)).await.answers, Err(CheckError::Disabled { .. })));
    let mut config = world.sync();
    config.auth = auth;
    let channel = world.channel(config);
    world.check(&channel, &numbers(2)).await.answers.is_ok()
}

#[tokio::test]
async fn secrets_are_sent_in_header_or_query() {
    let secret = || Secret::new("s3cret & more");
    let basic = Auth::Basic { username: "user".to_owned(), password: secret() };
    let wanted = "Basic dXNlcjpzM2NyZXQgJiBtb3Jl".to_owned();
    assert!(meets(basic, Requirement::Header("authorization", wanted)).await);
    let bearer = Auth::Bearer { token: secret() };
    assert!(meets(bearer, Requirement::Header("authorization", "Bearer s3cret & more".to_owned())).await);
    let header = Auth::Header { name: "X-Api-Key".to_owned(), value: secret() };
    assert!(meets(header, Requirement::Header("x-api-key", "s3cret & more".to_owned())).await);
    let query = Auth::Query { name: "key".to_owned(), value: secret() };
    assert!(meets(query, Requirement::Query("key=s3cret+%26+more".to_owned())).await);
}

#[tokio::test]
async fn the_signature_covers_body_and_time() {
    let auth = Auth::Hmac {
        secret: Secret::new("shared"),
        header: "x-signature".to_owned(),
        timestamp_header: "x-timestamp".to_owned(),
        encoding: Encoding::Hex,
        prefix: String::new(),
        message: "{{ timestamp }}.{{ body }}".to_owned(),
        key_header: None,
        key_id: None,
    };
    assert!(meets(auth.clone(), Requirement::Signature("shared".to_owned())).await);
    assert!(!meets(auth, Requirement::Signature("other".to_owned())).await);
}

fn oauth(world: &World, secret: &str, send_in: SendIn) -> Auth {
    Auth::OAuth2ClientCredentials {
        token_url: format!("{}/oauth/token", world.node.url()),
        client_id: "client".to_owned(),
        client_secret: Secret::new(secret),
        scope: Some("lookup".to_owned()),
        send_in,
    }
}

#[tokio::test]
async fn tokens_are_cached_and_renewed_before_expiry() {
    for send_in in [SendIn::Header, SendIn::Body] {
        let world = World::new().await;
        world.control().require(Requirement::Token);
        let mut config = world.sync();
        config.auth = oauth(&world, "client-secret", send_in);
        let channel = world.channel(config);
        for _ in 0..3 {
            assert!(world.check(&channel, &numbers(2)).await.answers.is_ok());
        }
        assert_eq!(world.control().token_requests(), 1);
        // Tokens are valid for ten minutes and renewed 30 seconds before they expire.
        world.services.clock.advance(569);
        assert!(world.check(&channel, &numbers(2)).await.answers.is_ok());
        assert_eq!(world.control().token_requests(), 1);
        world.services.clock.advance(1);
        assert!(world.check(&channel, &numbers(2)).await.answers.is_ok());
        assert_eq!(world.control().token_requests(), 2);
    }
}

#[tokio::test]
async fn a_revoked_token_is_replaced_once() {
    let world = World::new().await;
    world.control().require(Requirement::Token);
    let mut config = world.sync();
    config.auth = oauth(&world, "client-secret", SendIn::Header);
    let channel = world.channel(config);
    assert!(world.check(&channel, &numbers(2)).await.answers.is_ok());
    world.control().forget_tokens();
    let result = world.check(&channel, &numbers(2)).await;
    assert!(result.answers.is_ok());
    assert_eq!((result.usage.requests, world.control().token_requests()), (2, 2));
    world.control().set_fault(Provider::Sync, Fault::Status(401));
    let result = world.check(&channel, &numbers(2)).await;
    assert!(matches!(result.answers, Err(CheckError::Disabled { .. })));
    assert_eq!(result.usage.requests, 2);
}

#[tokio::test]
async fn without_a_token_no_request_is_sent() {
    let world = World::new().await;
    let mut config = world.sync();
    config.auth = oauth(&world, "wrong", SendIn::Header);
    let channel = world.channel(config);
    match world.check(&channel, &numbers(2)).await.answers {
        Err(CheckError::Failed { reason, detail }) => {
            assert_eq!(reason, Reason::AuthFailed);
            assert!(!detail.contains("wrong"), "{detail}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(world.control().requests(Provider::Sync), 0);
}
