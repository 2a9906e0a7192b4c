import type { AttributeValues } from '@greenwave/controller/attributes'
import type { ProgramNumber } from '@greenwave/controller/controllerLimits'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { type OptionalSetting, optionalSettingsOf } from '@greenwave/controller/settingTable/table'
import { type Deliveries, deliveryOf } from '../../../data/device/settings/deliveries.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { DeliveryTag } from './DeliveryTag.tsx'
import { EditButton } from './EditButton.tsx'
import { Fact } from './Facts.tsx'
import styles from './SettingRows.module.css'

interface OptionalSettingsProps {
  readonly settings: ControllerSettings
  /** The client attributes, at least those of `OPTIONAL_KEYS`. */
  readonly reported: AttributeValues
  readonly deliveries: Deliveries
  readonly onOpen: OpenDialog | undefined
  readonly program?: ProgramNumber
}

/**
 * Shows the optional settings that the controller reports (R19): those of a program as lines, or without a program those
 * that belong to none, as facts.
 */
export function OptionalSettings(props: OptionalSettingsProps) {
  return optionalSettingsOf(props.reported, props.program).map((setting) => (
    <Setting key={setting.keyNames.join()} {...props} setting={setting} />
  ))
}

/** Shows the saved value, or else the reported one, with its delivery and the button that opens the dialog. */
function Setting(props: OptionalSettingsProps & { readonly setting: OptionalSetting }) {
  const { setting, settings, reported, deliveries, onOpen, program } = props
  const { group, keys } = setting
  const { optionalText, valueText } = useSettingWords()
  const label = optionalText(group, 'label')
  const value = valueText(keys[0].key, setting.of(settings) ?? setting.read(reported) ?? 0)
  const tag = <DeliveryTag delivery={deliveryOf(deliveries, group)} />
  const edit = onOpen && <EditButton label={optionalText(group, 'edit')} onClick={() => onOpen(group)} />
  if (program === undefined)
    return (
      <Fact name={label} value={value} action={edit}>
        {tag}
      </Fact>
    )
  return (
    <div className={styles.optionalLine}>
      <small className={styles.greens}>
        {label} {value}
      </small>
      {tag}
      {edit}
    </div>
  )
}
