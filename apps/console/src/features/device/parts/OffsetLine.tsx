import type { AttributeValues } from '@greenwave/controller/attributes'
import type { ProgramNumber } from '@greenwave/controller/limits'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { settingsOfController } from '@greenwave/controller/settingTable/table'
import { type Deliveries, deliveryOf } from '../../../data/device/settings/deliveries.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { DeliveryTag } from './DeliveryTag.tsx'
import { EditButton } from './EditButton.tsx'
import styles from './SettingRows.module.css'

interface OffsetLineProps {
  readonly program: ProgramNumber
  readonly settings: ControllerSettings
  readonly reported: AttributeValues
  readonly deliveries: Deliveries
  readonly onOpen: OpenDialog | undefined
}

/**
 * Shows the offset of a program: the saved one, or else the reported one. Shows nothing if the controller does not
 * report offsets (R19).
 */
export function OffsetLine({ program, settings, reported, deliveries, onOpen }: OffsetLineProps) {
  const t = useTexts('device')
  const offset = offsetRow.at({ program })
  if (!settingsOfController(reported).includes(offset)) return null
  const seconds = offset.of(settings) ?? offset.read(reported) ?? 0
  return (
    <div className={styles.offsetLine}>
      <small className={styles.greens}>{t('programs.offset', { seconds })}</small>
      <DeliveryTag delivery={deliveryOf(deliveries, offset.group)} />
      {onOpen && <EditButton label={t('programs.editOffset', { program })} onClick={() => onOpen(offset.group)} />}
    </div>
  )
}
