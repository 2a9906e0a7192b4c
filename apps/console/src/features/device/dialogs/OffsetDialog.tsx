import { offsetKey } from '@greenwave/controller/keys'
import type { ProgramNumber } from '@greenwave/controller/limits'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { plainValues } from '../../../data/device/settings/settingFacts.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { DialogProps } from './dialogProps.ts'
import { SettingDialog } from './SettingDialog.tsx'
import { SettingField } from './SettingField.tsx'

/** The dialog for the offset of a program, for controllers that report offsets (R19). */
export function OffsetDialog({ program, ...props }: DialogProps & { readonly program: ProgramNumber }) {
  const t = useTexts('device')
  const setting = offsetRow.at({ program })
  const reported = plainValues(props.view.client)
  return (
    <SettingDialog
      {...props}
      setting={setting}
      title={t('setting.programOffset', { program })}
      submitLabel={t('form.timesSave')}
      fallback={t('errors.offset')}
      begin={(kept) => setting.read(kept) ?? setting.read(reported) ?? 0}
      fields={(change) => <SettingField change={change} name={offsetKey(program)} label={t('form.offset')} autoFocus />}
    />
  )
}
