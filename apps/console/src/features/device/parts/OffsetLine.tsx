import { type AttributeValues, isPresent } from '@greenwave/controller/attributes'
import { offsetKey } from '@greenwave/controller/keys'
import type { ProgramNumber } from '@greenwave/controller/limits'
import type { ControllerSettings } from '@greenwave/controller/settings'
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

/** (R19) The offset of a program; nothing of a controller that does not report that it can. */
export function OffsetLine({ program, settings, reported, deliveries, onOpen }: OffsetLineProps) {
  const t = useTexts('device')
  if (!isPresent(reported, offsetKey(program))) return null
  return (
    <div className={styles.programFoot} style={{ paddingInlineEnd: 0 }}>
      <small className={styles.greens}>{t('programs.offset', { seconds: settings.offsets?.[program] ?? 0 })}</small>
      <DeliveryTag delivery={deliveryOf(deliveries, { kind: 'offset', program })} />
      {onOpen && (
        <EditButton label={t('programs.editOffset', { program })} onClick={() => onOpen({ kind: 'offset', program })} />
      )}
    </div>
  )
}
