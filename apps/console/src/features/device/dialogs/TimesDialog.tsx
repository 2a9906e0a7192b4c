import { clearanceEffects, type ProgramEffect } from '@greenwave/controller/checks/clearanceEffects'
import { RED_CLEARANCE_KEY, YELLOW_KEY } from '@greenwave/controller/keys'
import { type Clearance, programOf } from '@greenwave/controller/settings'
import { clearanceRow } from '@greenwave/controller/settingTable/clearance'
import { useTexts } from '../../../texts/useTexts.ts'
import { BeforeAfterTiming } from './BeforeAfterTiming.tsx'
import type { DialogProps } from './dialogProps.ts'
import styles from './Findings.module.css'
import { TimesSheet } from './lazySheets.ts'
import { type SettingChange, SettingDialog } from './SettingDialog.tsx'
import { SettingField } from './SettingField.tsx'

/**
 * The dialog 'Cấu hình thời gian vàng, đỏ': yellow and red clearance, with every program in use whose timing they
 * change.
 */
export function TimesDialog(props: DialogProps) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  return (
    <SettingDialog
      {...props}
      setting={clearanceRow.at({})}
      title={t('form.timesTitle')}
      submitLabel={dialog('form.timesSave')}
      fallback={dialog('errors.times')}
      calculators={({ form }) => (
        <TimesSheet
          site={props.view.site.site}
          onYellow={(seconds) => form.setAll({ [YELLOW_KEY]: seconds })}
          onRedClearance={(seconds) => form.setAll({ [RED_CLEARANCE_KEY]: seconds })}
        />
      )}
      fields={(change) => (
        <>
          <div className={styles.grid}>
            <SettingField change={change} name={YELLOW_KEY} label={dialog('form.yellow')} autoFocus />
            <SettingField change={change} name={RED_CLEARANCE_KEY} label={dialog('form.redClearance')} />
          </div>
          <Effects effects={effectsOf(change)} />
        </>
      )}
      preview={(change) => {
        const { before, drawn: clearance } = change
        const effects = effectsOf(change)
        return (
          <>
            <Effects effects={effects} />
            {effects.map(({ program: number }, index) => (
              <details key={number} className={styles.affected} open={index === 0}>
                <summary>{t('program', { program: number })}</summary>
                <BeforeAfterTiming
                  before={{ program: programOf(before, number), clearance: before.clearance }}
                  after={{ program: programOf(before, number), clearance }}
                />
              </details>
            ))}
          </>
        )
      }}
    />
  )
}

/** Lists the effects of the typed times; empty while a field is empty or wrong. */
function effectsOf({ value, before }: SettingChange<Clearance>): readonly ProgramEffect[] {
  return value && isChanged(value, before.clearance) ? clearanceEffects(before, value) : []
}

function isChanged(after: Clearance, before: Clearance): boolean {
  return after.yellow !== before.yellow || after.redClearance !== before.redClearance
}

/** Lists the programs in use that a change of the times affects, each with its cycle before and after (V8). */
function Effects({ effects }: { effects: readonly ProgramEffect[] }) {
  const dialog = useTexts('settings', 'dialogs')
  if (effects.length === 0) return null
  return (
    <div className={styles.pair}>
      <h3>{dialog('change.affected')}</h3>
      <ul className={styles.changes}>
        {effects.map(({ program, plans, cycleBefore, cycleAfter }) => (
          <li key={program}>
            {dialog('change.affectedProgram', {
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
