import { isPresent } from '@greenwave/controller/attributes'
import { checkConnection } from '@greenwave/controller/checks/connection'
import { planKeys, planSettingKeys } from '@greenwave/controller/keys'
import type { PlanNumber } from '@greenwave/controller/limits'
import { type Plan, withPlan } from '@greenwave/controller/settings'
import { planRow } from '@greenwave/controller/settingTable/plan'
import { Switch } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { BeforeAfterDay } from './BeforeAfterDay.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import type { DialogProps } from './dialogProps.ts'
import { FindingNotes } from './FindingNotes.tsx'
import styles from './Findings.module.css'
import { SettingField } from './SettingField.tsx'
import { useSavedNotice } from './savedNotice.ts'
import { useChangeFlow } from './useChangeFlow.ts'
import { asTexts, useSettingForm } from './useSettingForm.ts'

/** A plan as its form shows it. One that was never set starts at 0, 0, 0, enabled. */
function planOnForm(values: Readonly<Record<string, unknown>>, number: PlanNumber): Plan {
  const isSet = planSettingKeys(number).some((key) => isPresent(values, key))
  return isSet
    ? planRow.at({ plan: number }).read(values)
    : { number, hour: 0, minute: 0, programNumber: 0, enabled: true }
}

/** Plan {n}: when it begins, which program it runs, whether it is in play. */
export function PlanDialog({ view, opened, onClose, plan: number }: DialogProps & { readonly plan: PlanNumber }) {
  const t = useTexts('device')
  const notify = useSavedNotice()
  const title = t('plan', { plan: number })
  const keys = planKeys(number)
  const setting = planRow.at({ plan: number })
  const flow = useChangeFlow({
    view,
    scope: 'SHARED_SCOPE',
    keys: planSettingKeys(number),
    fallback: t('errors.plan'),
    onSaved: (values, saved) => notify(title, values, saved),
    onClose,
  })
  const form = useSettingForm(() => asTexts(setting.write(planOnForm(flow.basis, number))))
  const { numbers } = form
  const plan: Plan | null = numbers && setting.read(numbers)
  const findings = plan ? setting.check(plan, { settings: view.settings }) : []
  const formKeys = [keys.hour, keys.minute, keys.program]
  const { online } = view.connectivity
  return (
    <ChangeDialog
      opened={opened}
      flow={flow}
      findings={[...findings, ...checkConnection(online)]}
      online={online}
      lead={<strong>{title}</strong>}
      preview={plan && <BeforeAfterDay before={view.settings} after={withPlan(view.settings, plan)} />}
      onClose={onClose}
      form={{
        title: title,
        submitLabel: t('form.planSave'),
        typed: form.kept,
        onSubmit: (event) => {
          event.preventDefault()
          if (form.validate() && plan) flow.ask(setting.write(plan))
        },
        children: (
          <>
            <ConflictNote
              flow={flow}
              typed={form.typed}
              onTakeTheirs={() => form.setAll(setting.write(planOnForm(flow.current, number)))}
            />
            <div className={styles.grid}>
              <SettingField form={form} name={keys.hour} label={t('form.hour')} findings={findings} autoFocus />
              <SettingField form={form} name={keys.minute} label={t('form.minute')} findings={findings} />
              <SettingField
                form={form}
                name={keys.program}
                label={t('form.programNumber')}
                findings={findings}
                placeholder="1-6"
              />
            </div>
            <Switch
              label={t('form.enabled')}
              checked={form.typed[keys.enabled] === '1'}
              onChange={(event) => form.set(keys.enabled, event.currentTarget.checked ? '1' : '0')}
            />
            <FindingNotes findings={findings.filter((finding) => !formKeys.includes(finding.field))} />
          </>
        ),
      }}
    />
  )
}
