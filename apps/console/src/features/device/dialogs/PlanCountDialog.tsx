import { PLAN_TOTAL_TYPING_MAX } from '@greenwave/controller/controllerLimits'
import { PLAN_TOTAL_KEY } from '@greenwave/controller/keys'
import { planTotalRow } from '@greenwave/controller/settingTable/planTotal'
import { useTexts } from '../../../texts/useTexts.ts'
import { BeforeAfterDay } from './BeforeAfterDay.tsx'
import type { DialogProps } from './dialogProps.ts'
import { SettingDialog } from './SettingDialog.tsx'
import { SettingField } from './SettingField.tsx'

/** Returns whether the field accepts a text while the user types: an empty text or a whole number up to 9999. */
function isCountTyping(text: string): boolean {
  return text === '' || (/^\d+$/.test(text) && Number(text) <= PLAN_TOTAL_TYPING_MAX)
}

/** The dialog 'Cấu hình số lượng kế hoạch': how many of the six plans are in play. */
export function PlanCountDialog(props: DialogProps) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  return (
    <SettingDialog
      {...props}
      setting={planTotalRow.at({})}
      title={t('form.planCountTitle')}
      submitLabel={dialog('form.planCountSave')}
      fallback={dialog('errors.planCount')}
      fields={(change) => (
        <SettingField
          change={change}
          name={PLAN_TOTAL_KEY}
          label={dialog('form.planCount')}
          accepts={isCountTyping}
          autoFocus
        />
      )}
      preview={({ before, after }) => <BeforeAfterDay view={props.view} before={before} after={after} />}
    />
  )
}
