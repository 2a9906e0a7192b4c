import { type AttributeValues, isPresent } from '@greenwave/controller/attributes'
import type { PlanNumber } from '@greenwave/controller/controllerLimits'
import { planKeys } from '@greenwave/controller/keys'
import type { Plan } from '@greenwave/controller/settings'
import { planRow } from '@greenwave/controller/settingTable/plan'
import { keysOf } from '@greenwave/controller/settingTable/table'
import { Switch } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { knowsMode } from '../model/deviceView.ts'
import { BeforeAfterDay } from './BeforeAfterDay.tsx'
import type { DialogProps } from './dialogProps.ts'
import { FindingNotes } from './FindingNotes.tsx'
import styles from './Findings.module.css'
import { PlanStart } from './PlanStart.tsx'
import { SettingDialog } from './SettingDialog.tsx'
import { SettingField } from './SettingField.tsx'

/**
 * The dialog "Plan {n}": when the plan begins, typed or dragged, which program it runs, and whether it is enabled. A
 * plan that was never set starts with hour 0, minute 0, program 0, enabled.
 */
export function PlanDialog({ plan: number, ...props }: DialogProps & { readonly plan: PlanNumber }) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  const setting = planRow.at({ plan: number })
  const keys = planKeys(number)
  const begin = (kept: AttributeValues): Plan =>
    keysOf(setting).some((key) => isPresent(kept, key))
      ? setting.read(kept)
      : { number, hour: 0, minute: 0, programNumber: 0, enabled: true }
  return (
    <SettingDialog
      {...props}
      setting={setting}
      title={t('plan', { plan: number })}
      submitLabel={dialog('form.planSave')}
      fallback={dialog('errors.plan')}
      begin={begin}
      fields={(change) => (
        <>
          <PlanStart
            plan={change.drawn}
            settings={change.after}
            modeIsKnown={knowsMode(props.view)}
            onMove={({ hour, minute }) => change.form.setAll({ [keys.hour]: hour, [keys.minute]: minute })}
          />
          <div className={styles.grid}>
            <SettingField change={change} name={keys.hour} label={dialog('form.hour')} autoFocus />
            <SettingField change={change} name={keys.minute} label={dialog('form.minute')} />
            <SettingField change={change} name={keys.program} label={dialog('form.programNumber')} placeholder="1-6" />
          </div>
          <Switch
            label={dialog('form.enabled')}
            checked={change.form.typed[keys.enabled] === '1'}
            onChange={(event) => change.form.set(keys.enabled, event.currentTarget.checked ? '1' : '0')}
          />
          <FindingNotes findings={change.findings.filter(({ field }) => field === keys.enabled)} />
        </>
      )}
      preview={({ before, after }) => <BeforeAfterDay view={props.view} before={before} after={after} />}
    />
  )
}
