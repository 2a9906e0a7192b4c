/**
 * Keeps what was typed into a form when the session ended, for after the next sign-in: one form, in this tab only, for
 * its user only, for some hours. Passwords and other credentials are never kept; forms name their secrets, and those
 * are left out.
 */
import { useEffect, useState } from 'react'
import { session } from './session.ts'

const KEY = 'greenwave.keptForm'
/** A working day. Older values are of no use and should not stay in the browser. Milliseconds. */
const KEPT_FOR_MS = 8 * 3_600_000
/** Far more than any form needs. A larger one could fill the storage. Characters. */
const MOST_CHARACTERS = 100_000

/** The input of one form, kept for after the next sign-in. */
export interface KeptForm {
  readonly userId: string
  /** The path and query of the page with the form. */
  readonly address: string
  /** The id of the form, and the title that it shows. */
  readonly form: string
  readonly title: string
  /** The subject of the form. Only its page knows the shape. */
  readonly subject?: unknown
  readonly values: Record<string, string | boolean>
  readonly keptAtMs: number
  /** True once the user has chosen to continue with it. */
  readonly wanted: boolean
}
/** The kept values by field. */
export type KeptValues = KeptForm['values']

/** Keeps what is typed, and replaces what was kept before. Keeps nothing where storage is blocked. */
function keepForm(kept: Omit<KeptForm, 'keptAtMs' | 'wanted'>): void {
  const text = JSON.stringify({ ...kept, keptAtMs: Date.now(), wanted: false })
  if (text.length <= MOST_CHARACTERS) write(text)
}

/**
 * Keeps the result of `read` when the session ends without a sign-out; nothing when it is null. Returns a function that
 * stops this.
 */
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

/** Returns whether there is a session in which a form could still be sent. */
export function hasSession(): boolean {
  return signedInUser() !== undefined
}

/**
 * Returns the form kept in this tab, whoever typed it. Only for the sign-in page, which shows that a form is kept but
 * not what.
 */
export function keptForm(): KeptForm | undefined {
  const kept = read()
  if (isKeptForm(kept) && Date.now() - kept.keptAtMs <= KEPT_FOR_MS) return kept
  dropKeptForm()
  return undefined
}

/** Checks a stored form. Without a schema, because the sign-in page loads none. */
function isKeptForm(stored: unknown): stored is KeptForm {
  const { userId, address, form, title, values, keptAtMs, wanted } = Object(stored) as Readonly<Record<string, unknown>>
  return (
    [userId, address, form, title].every((text) => typeof text === 'string') &&
    String(address).startsWith('/') &&
    typeof values === 'object' &&
    values !== null &&
    !Array.isArray(values) &&
    Object.values(values).every((value) => typeof value === 'string' || typeof value === 'boolean') &&
    typeof keptAtMs === 'number' &&
    typeof wanted === 'boolean'
  )
}

/** Returns the form kept for the signed-in user. */
export function ownKeptForm(): KeptForm | undefined {
  const kept = keptForm()
  return kept && kept.userId === signedInUser() ? kept : undefined
}

/** Deletes the kept form, whoever typed it. */
export function dropKeptForm(): void {
  write(null)
}

/** Records that the user wants to continue with the form, so that its page takes it when it is shown next. */
export function wantKeptForm(): void {
  const kept = ownKeptForm()
  if (kept) write(JSON.stringify({ ...kept, wanted: true }))
}

/**
 * Takes a form that its user wants to continue with. It is no longer kept once the component is on screen, since the form
 * shows it again. A component that waits for a part of it is rendered anew, and must find it still there.
 * @returns its subject and values; null when there is none, or when `readSubject` returns null
 */
export function useWantedForm<T>(form: string, readSubject: (subject: unknown) => T | null): WantedForm<T> | null {
  const [{ isOwn, wanted }] = useState((): { readonly isOwn: boolean; readonly wanted: WantedForm<T> | null } => {
    const kept = ownKeptForm()
    // Two pages may have the same form; it continues on the page where it was.
    if (!kept?.wanted || kept.form !== form || kept.address.split('?')[0] !== window.location.pathname)
      return { isOwn: false, wanted: null }
    const subject = readSubject(kept.subject)
    return { isOwn: true, wanted: subject === null ? null : { subject, values: kept.values } }
  })
  useEffect(() => {
    if (isOwn) dropKeptForm()
  }, [isOwn])
  return wanted
}

/** Values with which a form continues. */
interface WantedForm<T> {
  readonly subject: T
  readonly values: KeptValues
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
    // Then nothing is kept.
  }
}
