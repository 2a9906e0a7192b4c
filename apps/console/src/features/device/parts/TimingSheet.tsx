import { MODE_CHOICES } from '@greenwave/controller/mode'
import { isoSecond } from '@greenwave/controller/isoTime'
import type { DeliverySummary } from '@greenwave/controller/settingTable/delivery'
import { plainValues } from '@greenwave/observer/inEffect'
import { useQuery } from '@tanstack/react-query'
import { lastChangesQuery } from '../../../data/queries/changeHistory.ts'
import { deviceInfoQuery } from '../../../data/queries/devices.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useDisplayWords } from '../../../shared/useDisplayWords.ts'
import { modeTextKey } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { QrCode } from '../../../ui/page/QrCode.tsx'
import { type DisplayLine, displayLines, type StyleSource } from '../model/displayLines.ts'
import { settingsCode, settingsWrittenMs } from '../model/settingsCode.ts'
import { useDisplayLineText } from '../words/useDisplayLineText.ts'
import { DayStrip } from './DayStrip.tsx'
import { SheetPlans } from './SheetPlans.tsx'
import { SheetPrograms } from './SheetPrograms.tsx'
import type { SheetFacts } from './sheetFacts.ts'
import styles from './TimingSheet.module.css'

interface TimingSheetProps {
  readonly deviceId: string
  readonly facts: SheetFacts
}

/** The sheet itself. Printed, it fills one A4 page, whatever the junction has. */
export function TimingSheet({ deviceId, facts }: TimingSheetProps) {
  const t = useTexts('settings', 'sheet')
  const { settings } = facts
  return (
    <article className={styles.sheet}>
      <div className={styles.head}>
        <Facts deviceId={deviceId} facts={facts} />
        <QrCode className={styles.code} text={`${location.origin}/devices/${deviceId}`} label={t('code')} />
      </div>
      <div className={styles.day}>
        <SheetPlans settings={settings} modeIsKnown={facts.modeIsKnown} />
        <Modes facts={facts} />
      </div>
      <DayStrip settings={settings} modeIsKnown={facts.modeIsKnown} nowSecond={null} nowBy="server" />
      <SheetPrograms facts={facts} />
      <div className={styles.notes}>
        <span>{t('notes')}</span>
        <div className={styles.signed}>
          <span>{t('checkedBy')}</span>
          <span>{t('date')}</span>
          <span>{t('signature')}</span>
        </div>
      </div>
    </article>
  )
}

function Facts({ deviceId, facts }: TimingSheetProps) {
  const t = useTexts('settings', 'sheet')
  const device = useTexts('device')
  const displays = useTexts('settings', 'displays')
  const displayWords = useDisplayWords()
  const lineOf = useDisplayLineText()
  const isLost = useLiveLost()
  const info = useQuery(deviceInfoQuery(deviceId)).data
  const last = useQuery(lastChangesQuery(deviceId)).data?.[0]
  const { shared = {}, settings, place, delivery } = facts
  const writtenMs = settingsWrittenMs(shared)
  const withSource = (text: string, source: StyleSource) => `${text} (${displays(`sources.${source}`)})`.trimStart()
  const lineText = (line: DisplayLine) => withSource(lineOf(line), line.source)
  const { set, learned } = facts.styles
  const control = set.control ?? learned.control
  const controlText = control
    ? withSource(displayWords.controlText(control), set.control ? 'set' : 'learned')
    : displays('sources.unknown')
  return (
    <dl className={styles.facts}>
      <dt>{t('customer')}</dt>
      <dd>{info?.customerTitle || device('info.noCustomer')}</dd>
      {place && (
        <>
          <dt>{t('place')}</dt>
          <dd>
            {place.latitude}, {place.longitude}
          </dd>
        </>
      )}
      <dt>{t('version')}</dt>
      <dd title={t('versionHint')}>
        {t('versionOf', { time: isoSecond(writtenMs), code: settingsCode(plainValues(shared)) })}
      </dd>
      {last && (
        <>
          <dt>{t('lastChange')}</dt>
          <dd>{t('lastChangeOf', { time: isoSecond(last.at), who: last.by.name })}</dd>
        </>
      )}
      <dt>{t('clearance')}</dt>
      <dd>
        {t('clearanceOf', { ...settings.clearance })}
        {!facts.clearanceIsKnown && ` · ${device('facts.notSet')}`}
      </dd>
      <dt>{displays('display')}</dt>
      <dd>{displayLines(facts.styles).map(lineText).join('; ')}</dd>
      <dt>{displays('control')}</dt>
      <dd>{controlText}</dd>
      <dt>{t('controller')}</dt>
      <dd>{delivery ? deliveryText(delivery) : '–'}</dd>
      {isLost && <dd className={styles.lost}>{t('lastKnown')}</dd>}
    </dl>
  )

  function deliveryText({ notTaken, pending, noReport }: DeliverySummary): string {
    if (noReport) return t('noReport')
    const count = notTaken + pending
    return count > 0 ? t('notTaken', { count }) : t('reports')
  }
}

/** Explains each mode, and marks the current one. */
function Modes({ facts: { settings, modeIsKnown } }: { readonly facts: SheetFacts }) {
  const t = useTexts('settings', 'sheet')
  const device = useTexts('device')
  return (
    <section>
      <h2>
        {t('modeNow', { mode: device(modeTextKey(settings.mode)) })}
        {!modeIsKnown && ` · ${device('facts.notSet')}`}
      </h2>
      <dl className={styles.modes} aria-label={t('modes')}>
        {MODE_CHOICES.map(({ name }) => (
          <div key={name}>
            <dt>{device(`mode.${name}`)}</dt>
            <dd>{t(`meaning.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
