import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './AxisHandle.module.css'

interface AxisHandleProps {
  readonly label: string
  /** Where it stands on the axis, which begins at 0 and covers the parent element. */
  readonly value: number
  readonly valueText: string
  readonly min: number
  readonly max: number
  readonly axisLength: number
  /** The distance between places on which the pointer sets it down. */
  readonly step: number
  /** The distances of an arrow key and of a page key. */
  readonly keySteps: readonly [arrow: number, page: number]
  /** Called with the value to which the user moves it. The caller limits it to the range. */
  readonly onMove: (value: number) => void
  readonly onGrab?: () => void
  readonly onRelease?: () => void
}

const KEY_SIGNS: Readonly<Record<string, readonly [which: 0 | 1, sign: 1 | -1]>> = {
  ArrowLeft: [0, -1],
  ArrowDown: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [0, 1],
  PageDown: [1, -1],
  PageUp: [1, 1],
}

/** A handle on an axis of time, moved by the pointer, the arrow keys and the page keys. */
export function AxisHandle(props: AxisHandleProps) {
  const { value, axisLength, step, keySteps, onMove } = props

  function onKeyDown(event: KeyboardEvent) {
    const key = KEY_SIGNS[event.key]
    if (!key) return
    event.preventDefault()
    const [which, sign] = key
    onMove(value + sign * keySteps[which])
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    event.preventDefault()
    props.onGrab?.()
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const axis = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!axis || axis.width === 0) return
    const pointed = Math.round((((event.clientX - axis.left) / axis.width) * axisLength) / step) * step
    if (pointed !== value) onMove(pointed)
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.handle}
      style={{ left: `${(value * 100) / axisLength}%` }}
      aria-label={props.label}
      aria-valuemin={props.min}
      aria-valuemax={props.max}
      aria-valuenow={value}
      aria-valuetext={props.valueText}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={props.onRelease}
    />
  )
}
