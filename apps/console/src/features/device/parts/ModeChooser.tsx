import { isPresent } from '@greenwave/controller/attributes'
import { MODE_KEY } from '@greenwave/controller/keys'
import { MODE_CHOICES, modeChoice } from '@greenwave/controller/mode'
import type { SettingGroup } from '@greenwave/controller/settingTable/table'
import { plainValues } from '@greenwave/observer/inEffect'
import { useId } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { deliveryOf } from '../../../data/device/settings/deliveries.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useSession } from '../../../data/session.ts'
import { modeTextKey } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { DeliveryTag } from './DeliveryTag.tsx'
import styles from './ModeChooser.module.css'

interface ModeChooserProps {
  readonly deviceId: string
  readonly onOpen: OpenDialog | undefined
}

const MODE: SettingGroup = { kind: 'mode' }

const modeOf = ({ shared, settings, deliveries }: DeviceState) => ({
  /** The mode that was saved; 0 if none ever was. */
  mode: settings.mode,
  isSet: isPresent(plainValues(shared ?? {}), MODE_KEY),
  /** False until the shared attributes have arrived; nothing is highlighted before. */
  known: shared !== undefined,
  delivery: deliveryOf(deliveries, MODE),
})

/**
 * Shows the four operating modes with the current one highlighted; choosing one opens its confirmation. Users who may
 * not change it see the mode as text.
 */
export function ModeChooser({ deviceId, onOpen }: ModeChooserProps) {
  const t = useTexts('device')
  const { mode, isSet, known, delivery } = useDevice(deviceId, modeOf)
  const titleId = useId()
  const session = useSession()
  const watchesOnly = session.state !== 'signedIn' || !session.isTenantAdmin
  const current = modeChoice(mode)
  return (
    <div className={styles.chooser}>
      <div className={styles.title}>
        <h3 id={titleId}>{t(watchesOnly ? 'mode.word' : 'mode.title')}</h3>
        {known && !isSet && <StatusTag tone="mute">{t('facts.notSet')}</StatusTag>}
        <DeliveryTag delivery={delivery} />
      </div>
      {watchesOnly ? (
        <p className={styles.text}>{known ? t(modeTextKey(current.value)) : '–'}</p>
      ) : (
        <fieldset className={styles.modes} aria-labelledby={titleId}>
          {MODE_CHOICES.map((choice) => (
            <button
              key={choice.value}
              type="button"
              disabled={!onOpen || !known}
              aria-pressed={known && choice === current}
              onClick={() => onOpen?.({ kind: 'mode', mode: choice.value })}
            >
              {t(modeTextKey(choice.value))}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
