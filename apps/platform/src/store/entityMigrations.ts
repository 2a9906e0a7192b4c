import { foldText } from '@greenwave/contract/text'
import { IDENTITY_TABLE } from '../sqlite/identity.ts'
import type { Migration } from '../sqlite/migrate.ts'

/**
 * Migrations of `greenwave.db`, oldest first; a step never changes once released. Bodies are the entities as JSON. The
 * other columns serve to find rows, order them and keep them unique: `*_key` orders text, `*_search` finds it
 * (textOrder.ts).
 */
export const ENTITY_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE tenants (id TEXT PRIMARY KEY, title TEXT NOT NULL, created_time INTEGER NOT NULL) STRICT;

      CREATE TABLE profiles (
        id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants (id), name TEXT NOT NULL,
        is_default INTEGER NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX profiles_by_name ON profiles (tenant_id, name);
      CREATE UNIQUE INDEX profiles_default ON profiles (tenant_id) WHERE is_default = 1;

      CREATE TABLE customers (
        id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants (id), created_time INTEGER NOT NULL,
        title TEXT NOT NULL, title_key TEXT NOT NULL, title_search TEXT NOT NULL, email_key TEXT, country_key TEXT,
        state_key TEXT, city_key TEXT, address_key TEXT, zip_key TEXT, phone_key TEXT,
        version INTEGER NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX customers_by_title ON customers (tenant_id, title);

      CREATE TABLE users (
        id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants (id), customer_id TEXT NOT NULL,
        created_time INTEGER NOT NULL, authority TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL,
        email_search TEXT NOT NULL, first_name_key TEXT, last_name_key TEXT, phone_key TEXT,
        version INTEGER NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX users_by_email ON users (email);
      CREATE INDEX users_by_customer ON users (tenant_id, customer_id);

      CREATE TABLE user_credentials (
        user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, enabled INTEGER NOT NULL, password_hash TEXT,
        activate_token TEXT, activate_token_exp_time INTEGER, failed_login_attempts INTEGER NOT NULL,
        locked_until INTEGER, last_login_ts INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX user_credentials_by_token ON user_credentials (activate_token);

      CREATE TABLE devices (
        id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants (id), customer_id TEXT NOT NULL,
        profile_id TEXT NOT NULL REFERENCES profiles (id), created_time INTEGER NOT NULL, name TEXT NOT NULL,
        label TEXT, type TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX devices_by_name ON devices (tenant_id, name);
      CREATE INDEX devices_by_customer ON devices (customer_id);

      CREATE TABLE device_credentials (
        id TEXT PRIMARY KEY, device_id TEXT NOT NULL UNIQUE REFERENCES devices (id) ON DELETE CASCADE,
        credentials_id TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX device_credentials_by_credentials_id ON device_credentials (credentials_id);

      CREATE TABLE audit_logs (
        no INTEGER PRIMARY KEY, id TEXT NOT NULL, tenant_id TEXT NOT NULL, customer_id TEXT NOT NULL,
        user_id TEXT NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, created_time INTEGER NOT NULL,
        action_type TEXT NOT NULL, action_status TEXT NOT NULL, entity_name_key TEXT, user_name_key TEXT,
        entity_type_search TEXT NOT NULL, entity_name_search TEXT, user_name_search TEXT,
        action_type_search TEXT NOT NULL, action_status_search TEXT NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX audit_logs_by_time ON audit_logs (tenant_id, created_time);
      CREATE INDEX audit_logs_by_entity ON audit_logs (entity_id, created_time);
      CREATE INDEX audit_logs_by_user ON audit_logs (user_id, created_time);
      CREATE INDEX audit_logs_by_customer ON audit_logs (customer_id, created_time);

      CREATE TABLE alarms (
        id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, customer_id TEXT NOT NULL, originator_id TEXT NOT NULL,
        assignee_id TEXT, created_time INTEGER NOT NULL, start_ts INTEGER NOT NULL, end_ts INTEGER NOT NULL,
        ack_ts INTEGER NOT NULL, clear_ts INTEGER NOT NULL, cleared INTEGER NOT NULL, type TEXT NOT NULL,
        type_key TEXT NOT NULL, type_search TEXT NOT NULL, severity TEXT NOT NULL, severity_search TEXT NOT NULL,
        status TEXT NOT NULL, status_search TEXT NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX alarms_active ON alarms (originator_id, type) WHERE cleared = 0;
      CREATE INDEX alarms_by_time ON alarms (tenant_id, created_time);
      CREATE INDEX alarms_by_originator ON alarms (originator_id);

      CREATE TABLE revocations (subject TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT;
    `,
  },
  {
    version: 2,
    sql: `
      CREATE TABLE sessions (
        id TEXT PRIMARY KEY, user_id TEXT NOT NULL, started_at INTEGER NOT NULL, last_used_at INTEGER NOT NULL,
        renewed_at INTEGER NOT NULL, generation INTEGER NOT NULL, client_address TEXT, user_agent TEXT,
        impersonated_by TEXT
      ) STRICT;
    `,
  },
  {
    version: 3,
    sql: `
      CREATE TABLE known_addresses (address TEXT PRIMARY KEY, last_sign_in INTEGER NOT NULL) STRICT;
    `,
  },
  {
    // E-mail addresses compare without case. The first release accepted addresses that differ by case only; these stay
    // separate accounts. The oldest keeps the number 0, and the others get numbers of their own, which no new row can
    // have.
    version: 4,
    sql: `
      ALTER TABLE users ADD COLUMN email_twin INTEGER NOT NULL DEFAULT 0;
      DROP INDEX users_by_email;
      CREATE INDEX users_by_email ON users (email COLLATE NOCASE);
      UPDATE users SET email_twin = (
        SELECT count(*) FROM users other WHERE other.email = users.email COLLATE NOCASE
          AND (other.created_time, other.id) < (users.created_time, users.id)
      );
      DROP INDEX users_by_email;
      CREATE UNIQUE INDEX users_by_email ON users (email COLLATE NOCASE, email_twin);

      ALTER TABLE user_credentials ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;
    `,
  },
  { version: 5, sql: IDENTITY_TABLE },
  {
    version: 6,
    sql: `
      ALTER TABLE user_credentials ADD COLUMN must_change_password INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE second_factors (
        user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, body TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    // Customers are found without the marks of their titles.
    version: 7,
    sql: 'UPDATE customers SET title_search = fold_text(title);',
    functions: { fold_text: foldText },
  },
  {
    version: 8,
    sql: `
      CREATE TABLE asset_profiles (
        id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants (id), name TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX asset_profiles_by_name ON asset_profiles (tenant_id, name);

      CREATE TABLE assets (
        id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants (id), customer_id TEXT NOT NULL,
        profile_id TEXT NOT NULL REFERENCES asset_profiles (id), created_time INTEGER NOT NULL, name TEXT NOT NULL,
        type TEXT NOT NULL, name_key TEXT NOT NULL, name_search TEXT NOT NULL, label_key TEXT, label_search TEXT,
        type_key TEXT NOT NULL, type_search TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX assets_by_name ON assets (tenant_id, name);
      CREATE INDEX assets_by_customer ON assets (customer_id);
    `,
  },
  {
    // Indexes that hold all by which alarms are filtered, so that counting a million of them reads no row of the table.
    // Types are found without their marks. The customer of an alarm was the null id where it had none.
    version: 9,
    sql: `
      ALTER TABLE alarms ADD COLUMN originator_type TEXT NOT NULL DEFAULT 'DEVICE';
      UPDATE alarms SET type_search = fold_text(type);
      UPDATE alarms SET body = json_set(body, '$.customerId', NULL)
        WHERE customer_id = '13814000-1dd2-11b2-8080-808080808080';
      DROP INDEX alarms_by_time;
      DROP INDEX alarms_by_originator;
      CREATE INDEX alarms_by_time
        ON alarms (tenant_id, created_time, status, severity, type, originator_id, assignee_id, start_ts);
      CREATE INDEX alarms_by_originator ON alarms (originator_id, created_time, status, severity, type, assignee_id);
      CREATE INDEX alarms_by_type ON alarms (tenant_id, type);
      CREATE INDEX alarms_by_assignee ON alarms (assignee_id) WHERE assignee_id IS NOT NULL;
      CREATE INDEX alarms_by_end ON alarms (clear_ts, created_time) WHERE cleared = 1;

      CREATE TABLE alarm_comments (
        no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        alarm_id TEXT NOT NULL REFERENCES alarms (id) ON DELETE CASCADE, created_time INTEGER NOT NULL,
        user_id TEXT, type TEXT NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX alarm_comments_by_alarm ON alarm_comments (alarm_id, no);
    `,
    functions: { fold_text: foldText },
  },
  {
    // Whether the newest pair of tokens of a session was used; as far as is known, those of before were.
    version: 10,
    sql: `
      ALTER TABLE sessions ADD COLUMN is_used INTEGER NOT NULL DEFAULT 1;
    `,
  },
  {
    // Who of a sign-in provider is which user. The provider's session is null for a sign-in with a password.
    version: 11,
    sql: `
      CREATE TABLE provider_identities (
        issuer TEXT NOT NULL, subject TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        PRIMARY KEY (issuer, subject)
      ) STRICT;
      CREATE UNIQUE INDEX provider_identities_by_user ON provider_identities (user_id, issuer);
      ALTER TABLE sessions ADD COLUMN provider_session TEXT;
    `,
  },
  {
    // The id of the administrator who signed in as a customer user, because the address may change. New e-mail addresses
    // that wait for their proof. Earlier releases let users change their own address without any: the audit log shows
    // which addresses their users alone chose.
    version: 12,
    sql: `
      ALTER TABLE sessions ADD COLUMN impersonator_id TEXT;
      UPDATE sessions SET impersonator_id =
        (SELECT id FROM users WHERE email = impersonated_by COLLATE NOCASE ORDER BY email = impersonated_by DESC LIMIT 1);

      CREATE TABLE email_changes (
        user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, email TEXT NOT NULL, token_hash TEXT,
        expires_ts INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX email_changes_by_token ON email_changes (token_hash);

      ALTER TABLE user_credentials ADD COLUMN email_unproved INTEGER NOT NULL DEFAULT 0;
      WITH saved AS (
        SELECT users.id, log.user_id = users.id AS by_self,
          log.body ->> '$.actionData.entity.email' = users.email COLLATE NOCASE AS is_present
        FROM users JOIN audit_logs log ON log.entity_id = users.id
        WHERE log.action_type IN ('ADDED', 'UPDATED') AND log.action_status = 'SUCCESS'
      )
      UPDATE user_credentials SET email_unproved = 1 WHERE user_id IN (
        SELECT id FROM saved GROUP BY id
        HAVING max(by_self AND is_present) = 1 AND max(NOT by_self AND is_present) = 0 AND min(is_present) = 0
      );
    `,
  },
  {
    // Hashes of API keys.
    version: 13,
    sql: `
      CREATE TABLE api_keys (
        id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, hash TEXT NOT NULL,
        created_time INTEGER NOT NULL, expiration_time INTEGER NOT NULL, description TEXT NOT NULL,
        description_key TEXT NOT NULL, description_search TEXT NOT NULL, enabled INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX api_keys_by_hash ON api_keys (hash);
      CREATE INDEX api_keys_by_user ON api_keys (user_id);
    `,
  },
  {
    // Images, with the device that each belongs to; what they show stays on disk.
    version: 14,
    sql: `
      CREATE TABLE images (
        id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants (id),
        device_id TEXT REFERENCES devices (id) ON DELETE CASCADE, key TEXT NOT NULL, created_time INTEGER NOT NULL,
        bytes INTEGER NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX images_by_key ON images (tenant_id, key);
      CREATE INDEX images_by_device ON images (tenant_id, device_id, bytes);

      CREATE TABLE image_contents (
        image_id TEXT PRIMARY KEY REFERENCES images (id) ON DELETE CASCADE, content BLOB NOT NULL
      ) STRICT;
    `,
  },
]
