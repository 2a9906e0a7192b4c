import type { LampColour } from '@greenwave/controller/lamps'
import { memo } from 'react'
import styles from './SignalHead.module.css'

const COLOURS: readonly LampColour[] = ['red', 'yellow', 'green']

interface SignalHeadProps {
  readonly name: string
  /** Counts in seconds; undefined is no data. Above 0 is lit. */
  readonly red: number | undefined
  readonly yellow: number | undefined
  readonly green: number | undefined
  /** The state in words, beside the colour. */
  readonly state: string
  /** A second line under the state, for what is odd about it. */
  readonly note?: string | undefined
  /** The state is a fault: dark, conflicting, frozen. */
  readonly fault?: boolean
  /** What is shown is not from now: grey, whatever it says. */
  readonly old?: boolean
  /** The yellow stands for flashing. */
  readonly flashing?: boolean
}

/** One signal head, red over yellow over green, with its name and its state in words. Renders only when one of these changes. */
export const SignalHead = memo(function SignalHead({
  name,
  state,
  note,
  fault,
  old,
  flashing,
  ...lamps
}: SignalHeadProps) {
  return (
    <figure
      className={styles.phase}
      aria-label={`${name}: ${note ? `${state}, ${note}` : state}`}
      data-old={old || undefined}
      data-fault={fault || undefined}
      data-flashing={(flashing && !old) || undefined}
    >
      <div className={styles.housing} aria-hidden>
        {COLOURS.map((colour) => (
          <Lamp key={colour} colour={colour} count={lamps[colour]} />
        ))}
      </div>
      <figcaption aria-hidden>
        <div className={styles.name}>{name}</div>
        <div className={styles.state}>{state}</div>
        {note && <div className={styles.note}>{note}</div>}
      </figcaption>
    </figure>
  )
})

/** Red and green show their number, yellow is lit without one. */
function Lamp({ colour, count }: { colour: LampColour; count: number | undefined }) {
  const lit = count !== undefined && count > 0
  const text = lit && colour !== 'yellow' ? String(count) : ''
  return (
    <span
      className={`${styles.lamp} ${styles[colour]}`}
      data-lamp={colour}
      data-lit={lit || undefined}
      data-unknown={count === undefined || undefined}
      data-digits={text.length}
    >
      {count === undefined ? '?' : text}
    </span>
  )
}
