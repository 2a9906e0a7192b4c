import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import type { Program } from '@greenwave/controller/settings'
import { optionalSettingsOf } from '@greenwave/controller/settingTable/table'
import { Term } from '../../../shared/Explained.tsx'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Scrollable } from '../../../ui/page/Scrollable.tsx'
import { programsInUse, type SheetFacts } from './sheetFacts.ts'
import { TimingDiagram } from './TimingDiagram.tsx'
import styles from './TimingSheet.module.css'

type ProgramFacts = Pick<SheetFacts, 'settings' | 'reported'>

/** The programs that run at any time of the day: all their numbers, and a diagram of each. */
export function SheetPrograms({ facts }: { readonly facts: ProgramFacts }) {
  const t = useTexts('settings', 'sheet')
  const device = useTexts('device')
  const { nameOf } = usePhaseNames()
  const { settings } = facts
  const programs = programsInUse(settings)
  if (programs.length === 0) return null
  return (
    <section>
      <h2>{t('programs')}</h2>
      <Scrollable label={t('programs')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th rowSpan={2} scope="col">
                <Term of="program">{t('program')}</Term>
              </th>
              <th rowSpan={2} scope="col">
                <Term of="cycle">{t('cycle')}</Term>
              </th>
              {PHASES.map((phase) => (
                <th key={phase} colSpan={2} scope="colgroup" className={styles.phase}>
                  {nameOf(phase) ?? device('phase', { phase })}
                </th>
              ))}
            </tr>
            <tr>
              {PHASES.map((phase) => [
                <th key={`${phase}start`} scope="col">
                  {t('start')}
                </th>,
                <th key={`${phase}green`} scope="col">
                  {t('green')}
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {programs.map((program) => (
              <Row key={program.number} program={program} facts={facts} />
            ))}
          </tbody>
        </table>
      </Scrollable>
      <div className={styles.diagrams}>
        {programs.map(({ number, phases }) => (
          <div key={number}>
            <h3>{t('programName', { program: number })}</h3>
            <TimingDiagram program={number} phases={phases} clearance={settings.clearance} />
          </div>
        ))}
      </div>
    </section>
  )
}

function Row({ program, facts }: { readonly program: Program; readonly facts: ProgramFacts }) {
  const { settings, reported } = facts
  const { number, phases } = program
  const device = useTexts('device')
  const { optionalText, valueText } = useSettingWords()
  const extras = optionalSettingsOf(reported, number).map((setting) => {
    const value = valueText(setting.keys[0].key, setting.of(settings) ?? setting.read(reported) ?? 0)
    return `${optionalText(setting.group, 'label')} ${value}`
  })
  return (
    <tr>
      <th scope="row">
        {number}
        {extras.length > 0 && <small> · {extras.join(' · ')}</small>}
      </th>
      <td>{device('seconds', { count: cycleSeconds(program, settings.clearance) })}</td>
      {PHASES.map((phase) => {
        const { start, green } = ofPhase(phases, phase)
        return [
          <td key={`${phase}start`}>{green > 0 ? start : '–'}</td>,
          <td key={`${phase}green`}>{green > 0 ? green : '–'}</td>,
        ]
      })}
    </tr>
  )
}
