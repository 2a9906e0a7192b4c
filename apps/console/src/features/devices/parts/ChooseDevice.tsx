import type { ReactNode, RefObject } from 'react'
import { toggleJunctions, useChosenJunctions } from '../../../data/chosenJunctions.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './ChooseDevice.module.css'

interface ChooseDeviceProps {
  readonly deviceId: string
  readonly name: string
  /** The ids of the devices on the page, in their order. */
  readonly among: readonly string[]
  /** The device that was chosen last, from which a click with Shift chooses all up to this one. */
  readonly lastRef: RefObject<string | null>
  readonly children: ReactNode
}

/** Chooses a device for a change of many, before its name. */
export function ChooseDevice({ deviceId, name, among, lastRef, children }: ChooseDeviceProps) {
  const t = useTexts('device', 'devices')
  const isChosen = useChosenJunctions().includes(deviceId)
  return (
    <span className={styles.cell}>
      <input
        type="checkbox"
        className={styles.choose}
        aria-label={t('choose', { name })}
        checked={isChosen}
        onChange={({ currentTarget: { checked }, nativeEvent }) => {
          const withShift = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
          const from = withShift && lastRef.current !== null ? among.indexOf(lastRef.current) : -1
          const to = among.indexOf(deviceId)
          const some = from < 0 ? [deviceId] : among.slice(Math.min(from, to), Math.max(from, to) + 1)
          lastRef.current = deviceId
          toggleJunctions(some, checked)
        }}
      />
      {children}
    </span>
  )
}
