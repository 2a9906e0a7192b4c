import { type OptionalGroup, optionalSettingOf } from '@greenwave/controller/settingTable/table'
import { plainValues } from '@greenwave/observer/inEffect'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { DialogProps } from './dialogProps.ts'
import { SettingDialog } from './SettingDialog.tsx'
import { SettingField } from './SettingField.tsx'

/** The dialog of an optional setting (R19), made from its row and its words: one whole number. */
export function OptionalDialog({ group, ...props }: DialogProps & { readonly group: OptionalGroup }) {
  const dialog = useTexts('settings', 'dialogs')
  const { groupName, optionalText } = useSettingWords()
  const setting = optionalSettingOf(group)
  const [{ key }] = setting.keys
  const reported = plainValues(props.view.client)
  return (
    <SettingDialog
      {...props}
      setting={setting}
      title={groupName(group)}
      submitLabel={dialog('form.timesSave')}
      fallback={optionalText(group, 'failed')}
      begin={(kept) => setting.read(kept) ?? setting.read(reported) ?? 0}
      fields={(change) => <SettingField change={change} name={key} label={optionalText(group, 'field')} autoFocus />}
    />
  )
}
