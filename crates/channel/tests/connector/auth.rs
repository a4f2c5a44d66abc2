//! Authentication of requests.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use numsift_channel::{Auth, ChannelConfig, CheckError, Encoding, JwtAlgorithm, Reason, Secret, SendIn};
use numsift_sim::providers::{Fault, Provider, Requirement};

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _, RsaKeyPair};

use crate::world::{START, World, numbers};

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

/// A token for this application.
fn jwt(private_key: &str, algorithm: JwtAlgorithm) -> Auth {
    Auth::Jwt {
        private_key: Secret::new(private_key),
        algorithm,
        claims: r#"{"application_id": "app-1"}"#.to_owned(),
        ttl_s: 60,
        key_id: None,
    }
}

/// The requirement that a token for this application was signed with the private key of this public key.
fn signed_token(public_key: &[u8], elliptic: bool, application: &str) -> Requirement {
    let application = application.to_owned();
    Requirement::Jwt { public_key: public_key.to_vec(), elliptic, application, now: START.0 }
}

fn elliptic_key() -> (String, Vec<u8>) {
    let (random, kind) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
    let der = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
    let pair = EcdsaKeyPair::from_pkcs8(kind, der.as_ref(), &random).unwrap();
    let text = STANDARD.encode(der.as_ref());
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n");
    (pem, pair.public_key().as_ref().to_vec())
}

#[tokio::test]
async fn tokens_are_signed_with_a_private_key() {
    let (pem, public) = elliptic_key();
    let (_, other) = elliptic_key();
    let elliptic = || jwt(&pem, JwtAlgorithm::Es256);
    assert!(meets(elliptic(), signed_token(&public, true, "app-1")).await);
    assert!(!meets(elliptic(), signed_token(&other, true, "app-1")).await);
    assert!(!meets(elliptic(), signed_token(&public, true, "app-2")).await);
    let rsa = include_str!("../keys/rsa.pem");
    let body: String = rsa.lines().filter(|line| !line.starts_with('-')).collect();
    let pair = RsaKeyPair::from_pkcs8(&STANDARD.decode(body).unwrap()).unwrap();
    let public = pair.public_key().as_ref().to_vec();
    assert!(meets(jwt(rsa, JwtAlgorithm::Rs256), signed_token(&public, false, "app-1")).await);
}

#[tokio::test]
async fn faults_of_tokens_are_found() {
    let world = World::new().await;
    let faults = |auth: Auth| {
        let config = ChannelConfig { auth, ..world.sync() };
        config.validate().into_iter().map(|fault| fault.field).collect::<Vec<_>>()
    };
    let (pem, _) = elliptic_key();
    assert_eq!(faults(jwt(&pem, JwtAlgorithm::Es256)), [""; 0]);
    assert_eq!(faults(jwt(&pem, JwtAlgorithm::Rs256)), ["auth.private_key"]);
    assert_eq!(faults(jwt("", JwtAlgorithm::Rs256)), ["auth.private_key"]);
    for claims in ["", "[]", "{{ secrets.x }}", "{{ now", "{\"a\": {{ now }}"] {
        let Auth::Jwt { private_key, algorithm, ttl_s, key_id, .. } = jwt(&pem, JwtAlgorithm::Es256) else {
            panic!()
        };
        let auth = Auth::Jwt { private_key, algorithm, claims: claims.to_owned(), ttl_s, key_id };
        assert_eq!(faults(auth), ["auth.claims"], "{claims}");
    }
}

#[tokio::test]
async fn a_test_does_not_show_a_token() {
    let world = World::new().await;
    let (pem, _) = elliptic_key();
    let channel = world.channel(ChannelConfig { auth: jwt(&pem, JwtAlgorithm::Es256), ..world.sync() });
    let report = channel.test_one(numbers(1)[0], "line", world.services.as_ref()).await;
    let shown = format!("{report:?}");
    assert!(shown.contains("authorization: ********"), "{shown}");
    assert!(!shown.contains("Bearer") && !shown.contains("eyJ"), "{shown}");
    assert!(!channel.config().to_yaml().unwrap().contains("PRIVATE KEY"));
}

#[tokio::test]
async fn requests_are_signed_for_aws() {
    let auth = |secret: &str| Auth::AwsSigv4 {
        access_key_id: "AKIDEXAMPLE".to_owned(),
        secret_access_key: Secret::new(secret),
        region: "eu-west-1".to_owned(),
        service: "mobiletargeting".to_owned(),
    };
    let required = Requirement::SigV4 {
        key: ("AKIDEXAMPLE".to_owned(), "s3cret".to_owned()),
        region: "eu-west-1".to_owned(),
        service: "mobiletargeting".to_owned(),
    };
    assert!(meets(auth("s3cret"), required.clone()).await);
    assert!(!meets(auth("other"), required).await);
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
