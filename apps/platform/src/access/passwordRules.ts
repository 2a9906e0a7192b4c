import { PASSWORD_LENGTH } from '@greenwave/contract/auth'

/** What an installation asks of new passwords. */
export interface PasswordRuleOptions {
  /** Least length where the specification's dialogs say 6, characters. */
  readonly minLength?: number
  /** The brand, which is the first thing that a guesser tries. */
  readonly productName?: string
  /** Passwords that are taken although they break a rule: the demonstration's, which is public anyway. */
  readonly exempt?: ReadonlySet<string>
}

/** Least length of a password where no screen of the specification says another: those that a printed one is changed for. */
const OWN_MIN_LENGTH = 10
/** A shorter name is in too many passwords by chance. */
const SHORTEST_NAME = 4

/** Judges new passwords. */
export interface PasswordRules {
  /** Least length of a password that a user chooses, characters. */
  readonly minLength: number
  /**
   * What a new password lacks, the rule and the mend in one sentence; undefined when it will do. Length counts UTF-16 units.
   * @param account e-mail of the account
   * @param kind `first` for the one that replaces a printed password
   */
  violation(password: string, account: string, kind?: 'chosen' | 'first'): Promise<string | undefined>
}

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
        return 'Password is among the most common ones: choose another, such as three words that nobody would put together.'
      }
      return undefined
    },
  }
}

let common: Promise<ReadonlySet<string>> | undefined

/** Some 49,000 passwords that people use most. Read when the first password is chosen: no start waits for it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_LENGTH.min)),
  )
  return common
}
