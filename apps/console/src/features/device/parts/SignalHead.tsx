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
  /** A second line that is no oddity. */
  readonly remark?: string | undefined
  /** Words for not being from now, for whoever cannot see the grey. */
  readonly lastKnown?: string | undefined
  /** Words for a count that is too long for its lamp. */
  readonly overlong: string | undefined
  /** The state is a fault: dark, conflicting, frozen. */
  readonly fault?: boolean
  /** What is shown is not from now: grey, whatever it says. */
  readonly old?: boolean
  /** The yellow stands for flashing. */
  readonly flashing?: boolean
}

/** The largest count that a lamp has room for, seconds; no setting makes a longer one that a controller would count from. */
export const LONGEST_COUNT = 999

/** One signal head, red over yellow over green, with its name and its state in words. Renders only when one of these changes. */
export const SignalHead = memo(function SignalHead({
  name,
  state,
  note,
  remark,
  lastKnown,
  overlong,
  fault,
  old,
  flashing,
  ...lamps
}: SignalHeadProps) {
  return (
    <figure
      className={styles.phase}
      aria-label={`${name}: ${[state, remark, note, overlong, lastKnown].filter(Boolean).join(', ')}`}
      data-old={old || undefined}
      data-fault={fault || undefined}
      data-flashing={(flashing && !old) || undefined}
    >
      <div className={styles.housing} aria-hidden>
        {COLOURS.map((colour) => (
          <Lamp key={colour} colour={colour} count={lamps[colour]} overlong={overlong} />
        ))}
      </div>
      <figcaption aria-hidden>
        <div className={styles.name}>{name}</div>
        <div className={styles.state}>{state}</div>
        {remark && <div className={styles.remark}>{remark}</div>}
        {note && <div className={styles.note}>{note}</div>}
      </figcaption>
    </figure>
  )
})

/** Red and green show their number, yellow is lit without one. */
function Lamp({
  colour,
  count,
  overlong,
}: {
  colour: LampColour
  count: number | undefined
  overlong: string | undefined
}) {
  const lit = count !== undefined && count > 0
  const isOverlong = lit && count > LONGEST_COUNT
  const text = !lit || colour === 'yellow' ? '' : isOverlong ? `${LONGEST_COUNT}+` : String(count)
  return (
    <span
      className={`${styles.lamp} ${styles[colour]}`}
      data-lamp={colour}
      data-lit={lit || undefined}
      data-unknown={count === undefined || undefined}
      data-digits={text.length}
      title={isOverlong ? overlong : undefined}
    >
      {count === undefined ? '?' : text}
    </span>
  )
}
