import type { ReactNode } from 'react'
import type { HealthMarkKind } from './HealthMark.tsx'
import styles from './StatusTag.module.css'

/** The severity of a status; `mute` is for a plain fact. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute'

const TONES: Readonly<Record<HealthMarkKind, Tone>> = {
  danger: 'bad',
  fault: 'bad',
  deviation: 'warn',
  hold: 'info',
  muted: 'mute',
  ok: 'ok',
  unknown: 'mute',
  unwatched: 'mute',
}

/** Returns the tone in which the state of a mark is shown, on every page. */
export function toneOfMark(mark: HealthMarkKind): Tone {
  return TONES[mark]
}

/** The shape of each severity, so that colour is never the only sign. */
const SHAPES: Readonly<Record<Tone, string>> = {
  ok: 'M4 0a4 4 0 1 1 0 8a4 4 0 1 1 0-8z',
  warn: 'M4 0L8 8H0z',
  bad: 'M1.2 0L4 2.8L6.8 0L8 1.2L5.2 4L8 6.8L6.8 8L4 5.2L1.2 8L0 6.8L2.8 4L0 1.2z',
  info: 'M4 0L8 4L4 8L0 4z',
  mute: 'M0 3h8v2H0z',
}

export interface StatusTagProps {
  tone: Tone
  /** False when the text alone carries the meaning, as for plain facts. */
  withShape?: boolean
  title?: string
  children: ReactNode
}

/** A short status text with the colour and shape of its severity. */
export function StatusTag({ tone, withShape = tone !== 'mute', title, children }: StatusTagProps) {
  return (
    <span className={styles.tag} data-tone={tone} title={title}>
      {withShape && <StatusShape tone={tone} />}
      {children}
    </span>
  )
}

/** The shape of a severity alone, for places that have the text elsewhere. */
export function StatusShape({ tone }: { tone: Tone }) {
  return (
    <svg className={styles.shape} viewBox="0 0 8 8" aria-hidden="true">
      <path d={SHAPES[tone]} />
    </svg>
  )
}
