import type { DeviceView } from '../model/deviceView.ts'
import styles from './Findings.module.css'

/** Names the junction that a dialog is about: its label, if it has one, and its code. */
export function JunctionLine({ view }: { view: Pick<DeviceView, 'label' | 'name'> }) {
  const label = view.label.trim()
  return (
    <p className={styles.junction}>
      {label && <b>{label}</b>} <span>{view.name}</span>
    </p>
  )
}
