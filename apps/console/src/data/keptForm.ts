/**
 * What somebody was typing when the session ended, kept for after the sign-in: of one form, in this tab alone, for its user
 * alone, for some hours. Never a password or another credential: forms name their secrets, and those are left out.
 */
import * as z from 'zod/mini'
import { session } from './session.ts'

const KEY = 'greenwave.keptForm'
/** A working day; what is older is of no use, and need not lie about. Milliseconds. */
const KEPT_FOR_MS = 8 * 3_600_000
/** Far above every form; a storage that is full would keep nothing of others either. Characters. */
const MOST_CHARACTERS = 100_000

const KeptForm = z.object({
  userId: z.string(),
  /** Where the form stands: path and query. */
  address: z.string().check(z.startsWith('/')),
  /** Which form, and in which words it calls itself. */
  form: z.string(),
  title: z.string(),
  /** What the form is about; its page knows the shape. */
  subject: z.unknown(),
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
  keptAtMs: z.number(),
  /** True once its user wants to go on with it. */
  wanted: z.boolean(),
})
export type KeptForm = z.infer<typeof KeptForm>
export type KeptValues = KeptForm['values']

/** Returns what makes a subject that was kept a subject again; null for what is none, or is no form. */
export const subjectReader =
  <T>(schema: z.ZodMiniType<T>) =>
  (kept: unknown): T | null => {
    const read = z.safeParse(schema, kept)
    return read.success ? read.data : null
  }

/** Keeps what is typed, in the place of what was kept before. Where storage is blocked, nothing is. */
function keepForm(kept: Omit<KeptForm, 'keptAtMs' | 'wanted'>): void {
  const text = JSON.stringify({ ...kept, keptAtMs: Date.now(), wanted: false })
  if (text.length <= MOST_CHARACTERS) write(text)
}

/** Keeps what `read` gives when the session ends by itself; nothing when it gives null. Returns what stops it. */
export function keepWhenSessionEnds(read: () => Omit<KeptForm, 'userId' | 'keptAtMs' | 'wanted'> | null): () => void {
  let userId = signedInUser()
  return session.subscribe(() => {
    const user = signedInUser()
    if (user === undefined && userId !== undefined && session.hasEnded()) {
      const kept = read()
      if (kept) keepForm({ ...kept, userId })
    }
    userId = user
  })
}

function signedInUser(): string | undefined {
  const state = session.getState()
  return state.state === 'signedIn' ? state.user.userId : undefined
}

/** Returns whether there is a session that a form could still be sent in. */
export function hasSession(): boolean {
  return signedInUser() !== undefined
}

/** Returns what is kept in this tab, whoever typed it: for the sign-in page, which says that there is something and not what. */
export function keptForm(): KeptForm | undefined {
  const kept = z.safeParse(KeptForm, read())
  if (!kept.success || Date.now() - kept.data.keptAtMs > KEPT_FOR_MS) {
    dropKeptForm()
    return undefined
  }
  return kept.data
}

/** Returns what is kept of whoever is signed in. */
export function ownKeptForm(): KeptForm | undefined {
  const kept = keptForm()
  return kept && kept.userId === signedInUser() ? kept : undefined
}

/** Forgets what is kept, whoever's it is. */
export function dropKeptForm(): void {
  write(null)
}

/** Its user wants to go on: the page that it belongs to takes it when it is shown next. */
export function wantKeptForm(): void {
  const kept = ownKeptForm()
  if (kept) write(JSON.stringify({ ...kept, wanted: true }))
}

/**
 * Takes what is wanted of a form, once: from then on it stands in the form again.
 * @returns its subject and values; null when there is none, or `readSubject` makes nothing of it.
 */
export function takeWantedForm<T>(
  form: string,
  readSubject: (subject: unknown) => T | null,
): { readonly subject: T; readonly values: KeptValues } | null {
  const kept = ownKeptForm()
  if (!kept?.wanted || kept.form !== form) return null
  // The same form may stand on two pages; it goes on where it was.
  if (kept.address.split('?')[0] !== window.location.pathname) return null
  dropKeptForm()
  const subject = readSubject(kept.subject)
  return subject === null ? null : { subject, values: kept.values }
}

function read(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

function write(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // Nothing is kept there, then.
  }
}
