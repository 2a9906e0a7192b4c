import { checkConnection } from '@greenwave/controller/checks/connection'
import { PLAN_TOTAL_KEY } from '@greenwave/controller/keys'
import { PLAN_TOTAL_TYPING_MAX } from '@greenwave/controller/limits'
import { planTotalRow } from '@greenwave/controller/settingTable/planTotal'
import { useTexts } from '../../../texts/useTexts.ts'
import { BeforeAfterDay } from './BeforeAfterDay.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import type { DialogProps } from './dialogProps.ts'
import { FindingNotes } from './FindingNotes.tsx'
import { SettingField } from './SettingField.tsx'
import { useSavedNotice } from './savedNotice.ts'
import { useChangeFlow } from './useChangeFlow.ts'
import { asTexts, useSettingForm } from './useSettingForm.ts'

const SETTING = planTotalRow.at({})
const KEYS = [PLAN_TOTAL_KEY]

/** While typing, the field takes nothing but an empty text or a whole number up to 9999. */
function isCountTyping(text: string): boolean {
  return text === '' || (/^\d+$/.test(text) && Number(text) <= PLAN_TOTAL_TYPING_MAX)
}

/** 'Cấu hình số lượng kế hoạch': how many of the six plans are in play. */
export function PlanCountDialog({ view, opened, onClose }: DialogProps) {
  const t = useTexts('device')
  const notify = useSavedNotice()
  const { settings } = view
  const flow = useChangeFlow({
    view,
    scope: 'SHARED_SCOPE',
    keys: KEYS,
    fallback: t('errors.planCount'),
    onSaved: (values, saved) => notify(t('setting.planTotal'), values, saved),
    onClose,
  })
  const form = useSettingForm(() => asTexts(SETTING.write(SETTING.read(flow.basis))))
  const planTotal = form.numbers && SETTING.read(form.numbers)
  const findings = planTotal === null ? [] : SETTING.check(planTotal, { settings })
  const { online } = view.connectivity
  return (
    <ChangeDialog
      opened={opened}
      flow={flow}
      findings={[...findings, ...checkConnection(online)]}
      online={online}
      lead={<strong>{t('setting.planTotal')}</strong>}
      preview={planTotal !== null && <BeforeAfterDay before={settings} after={{ ...settings, planTotal }} />}
      onClose={onClose}
      form={{
        title: t('form.planCountTitle'),
        submitLabel: t('form.planCountSave'),
        typed: form.kept,
        onSubmit: (event) => {
          event.preventDefault()
          if (form.validate() && planTotal !== null) flow.ask(SETTING.write(planTotal))
        },
        children: (
          <>
            <ConflictNote
              flow={flow}
              typed={form.typed}
              onTakeTheirs={() => form.setAll(SETTING.write(SETTING.read(flow.current)))}
            />
            <SettingField
              form={form}
              name={PLAN_TOTAL_KEY}
              label={t('form.planCount')}
              findings={findings}
              accepts={isCountTyping}
              autoFocus
            />
            <FindingNotes findings={findings.filter((finding) => !KEYS.includes(finding.field))} />
          </>
        ),
      }}
    />
  )
}
