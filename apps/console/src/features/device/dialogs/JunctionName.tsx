import type { DeviceView } from '../model/deviceView.ts'

/** Names the junction that a dialog is about: its label, if it has one, and its code. */
export function JunctionName({ view }: { view: Pick<DeviceView, 'label' | 'name'> }) {
  const label = view.label.trim()
  return (
    <>
      {label && <b>{label}</b>} <span>{view.name}</span>
    </>
  )
}
