import { PASSWORD_LENGTH } from '@greenwave/contract/wire/consoleSettings'

/** The rules of an installation for new passwords. */
export interface PasswordRuleOptions {
  /** Minimum length, characters, in place of the 6 that the specification's dialogs name. */
  readonly minLength?: number
  /** The brand name, which an attacker tries first. */
  readonly productName?: string
  /** Passwords accepted although they break a rule: those of the demonstration, which are public anyway. */
  readonly exempt?: ReadonlySet<string>
}

/** Minimum length of a password that replaces a printed one; the specification's screens name none. */
const OWN_MIN_LENGTH = 10
/** A shorter name occurs in too many passwords by chance. */
const SHORTEST_NAME = 4

/** Checks new passwords. */
export interface PasswordRules {
  /** Minimum length of a password that a user chooses, characters. */
  readonly minLength: number
  /**
   * Resolves with what is wrong with a new password, the rule and what to do in one sentence; undefined when it is
   * acceptable. Length counts UTF-16 units.
   * @param account e-mail address of the account
   * @param kind `first` for the password that replaces a printed one
   */
  violation(password: string, account: string, kind?: 'chosen' | 'first'): Promise<string | undefined>
}

/** Creates the password rules of an installation. */
export function createPasswordRules({
  minLength = PASSWORD_LENGTH.min,
  productName = 'Greenwave',
  exempt = new Set(),
}: PasswordRuleOptions = {}): PasswordRules {
  return {
    minLength,
    async violation(password, account, kind = 'chosen') {
      if (exempt.has(password)) return undefined
      const least = kind === 'first' ? Math.max(minLength, OWN_MIN_LENGTH) : minLength
      if (password.length < least) return `Password must be ${least} or more characters in length.`
      if (password.length > PASSWORD_LENGTH.max) {
        return `Password must be no more than ${PASSWORD_LENGTH.max} characters in length.`
      }
      const named = [account.split('@')[0] ?? '', productName].find(
        (name) => name.length >= SHORTEST_NAME && password.toLowerCase().includes(name.toLowerCase()),
      )
      if (named !== undefined) return `Password must not contain '${named}': choose one without this name in it.`
      if ((await commonPasswords()).has(password.toLowerCase())) {
        return 'Password is among the most common ones: choose another, such as three unrelated words.'
      }
      return undefined
    },
  }
}

let common: Promise<ReadonlySet<string>> | undefined

/**
 * Resolves with about 49,000 of the most common passwords. They are loaded when the first password is chosen, so that
 * the start does not wait.
 */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_LENGTH.min)),
  )
  return common
}
