import { clearanceEffects, type ProgramEffect } from '@greenwave/controller/checks/clearanceEffects'
import { checkConnection } from '@greenwave/controller/checks/connection'
import { RED_CLEARANCE_KEY, YELLOW_KEY } from '@greenwave/controller/keys'
import { type Clearance, programOf } from '@greenwave/controller/settings'
import { clearanceRow } from '@greenwave/controller/settingTable/clearance'
import { useTexts } from '../../../texts/useTexts.ts'
import { BeforeAfterTiming } from './BeforeAfterTiming.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import type { DialogProps } from './dialogProps.ts'
import { FindingNotes } from './FindingNotes.tsx'
import styles from './Findings.module.css'
import { SettingField } from './SettingField.tsx'
import { useSavedNotice } from './savedNotice.ts'
import { useChangeFlow } from './useChangeFlow.ts'
import { asTexts, useSettingForm } from './useSettingForm.ts'

const SETTING = clearanceRow.at({})
const KEYS = [YELLOW_KEY, RED_CLEARANCE_KEY]

/** 'Cấu hình thời gian vàng, đỏ': yellow and red clearance, with every program in use that they change. */
export function TimesDialog({ view, opened, onClose }: DialogProps) {
  const t = useTexts('device')
  const notify = useSavedNotice()
  const { settings } = view
  const flow = useChangeFlow({
    view,
    scope: 'SHARED_SCOPE',
    keys: KEYS,
    fallback: t('errors.times'),
    onSaved: (values, saved) => notify(t('setting.clearance'), values, saved),
    onClose,
  })
  const form = useSettingForm(() => asTexts(SETTING.write(SETTING.read(flow.basis))))
  const clearance = form.numbers && SETTING.read(form.numbers)
  const findings = clearance ? SETTING.check(clearance, { settings }) : []
  const effects = clearance && isChanged(clearance, settings.clearance) ? clearanceEffects(settings, clearance) : []
  const { online } = view.connectivity
  return (
    <ChangeDialog
      opened={opened}
      flow={flow}
      findings={[...findings, ...checkConnection(online)]}
      online={online}
      lead={<strong>{t('setting.clearance')}</strong>}
      preview={
        <>
          <Effects effects={effects} />
          {clearance &&
            effects.map(({ program: number }, index) => (
              <details key={number} className={styles.affected} open={index === 0}>
                <summary>{t('program', { program: number })}</summary>
                <BeforeAfterTiming
                  before={{ program: programOf(settings, number), clearance: settings.clearance }}
                  after={{ program: programOf(settings, number), clearance }}
                />
              </details>
            ))}
        </>
      }
      onClose={onClose}
      form={{
        title: t('form.timesTitle'),
        submitLabel: t('form.timesSave'),
        typed: form.kept,
        onSubmit: (event) => {
          event.preventDefault()
          if (form.validate() && clearance) flow.ask(SETTING.write(clearance))
        },
        children: (
          <>
            <ConflictNote
              flow={flow}
              typed={form.typed}
              onTakeTheirs={() => form.setAll(SETTING.write(SETTING.read(flow.current)))}
            />
            <div className={styles.grid}>
              <SettingField form={form} name={YELLOW_KEY} label={t('form.yellow')} findings={findings} autoFocus />
              <SettingField form={form} name={RED_CLEARANCE_KEY} label={t('form.redClearance')} findings={findings} />
            </div>
            <Effects effects={effects} />
            <FindingNotes findings={findings.filter((finding) => !KEYS.includes(finding.field))} />
          </>
        ),
      }}
    />
  )
}

function isChanged(after: Clearance, before: Clearance): boolean {
  return after.yellow !== before.yellow || after.redClearance !== before.redClearance
}

/** (V8) The programs in use that a change of the times touches, each with its cycle before and after. */
function Effects({ effects }: { effects: readonly ProgramEffect[] }) {
  const t = useTexts('device')
  if (effects.length === 0) return null
  return (
    <div className={styles.pair}>
      <h3>{t('change.affected')}</h3>
      <ul className={styles.changes}>
        {effects.map(({ program, plans, cycleBefore, cycleAfter }) => (
          <li key={program}>
            {t('change.affectedProgram', {
              program,
              plans: plans.join(', '),
              before: cycleBefore,
              after: cycleAfter,
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
