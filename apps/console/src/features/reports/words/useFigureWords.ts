import type { SpreadFigures } from '@greenwave/observer/conformity/figures'
import { useLanguage, useTexts } from '../../../texts/useTexts.ts'
import { useAgeText } from '../../../ui/states/useAgeText.ts'

/** Returns functions for the words of figures; an en dash for what is not known. */
export function useFigureWords() {
  const t = useTexts('monitoring', 'reports')
  const length = useAgeText()
  const language = useLanguage()
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  const whole = new Intl.NumberFormat(language)
  const seconds = (value: number, isSigned: boolean): string => {
    // What is shown as nothing has no sign.
    const shown = Math.round(value * 10) / 10 || 0
    return t('seconds', { value: `${isSigned && shown > 0 ? '+' : ''}${number.format(shown).replace('-', '−')}` })
  }
  const difference = (value: number): string =>
    t('seconds', { value: `${value > 0 ? '+' : ''}${whole.format(value).replace('-', '−')}` })
  const shareText = (value: number | null, towards: 'down' | 'up'): string =>
    value === null ? '–' : t('percent', { value: number.format(roundedShare(value, towards)) })
  return {
    /**
     * Returns a share (0 to 1) in percent. `towards` says to which side it is rounded: what is good only down, what is bad
     * only up, so that 100 % and 0 % are only shown when exact.
     */
    share: shareText,
    /** Text of the share over which a figure is; empty where that is all or unknown. */
    over: (share: number | null, what: 'overGreens' | 'overCycles' | 'overChanges' | 'overSeconds'): string =>
      share !== null && share < 1 ? t(what, { share: shareText(share, 'down') }) : '',
    count: (value: number): string => whole.format(value),
    /** Returns a difference of shares (0 to 1) in percentage points, without a unit. */
    points: (value: number): string => number.format(value * 100),
    /** Returns a share in whole percent. */
    wholeShare: (value: number): string => t('percent', { value: whole.format(Math.round(value * 100)) }),
    /** Returns seconds to a tenth, with their sign if requested. */
    seconds,
    /** Returns the mean with its sign. */
    mean: (spread: SpreadFigures | null): string => (spread === null ? '–' : seconds(spread.mean, true)),
    /** Returns the largest difference; empty where there is none. */
    atMost: (spread: SpreadFigures | null): string =>
      spread === null ? '' : t('atMost', { seconds: difference(spread.largest) }),
    /** Returns whole seconds with their sign; an en dash for null. */
    difference: (value: number | null): string => (value === null ? '–' : difference(value)),
    /** Returns a length of time. */
    length: (value: number | null): string => (value === null ? '–' : length(value * 1000)),
  }
}

function roundedShare(value: number, towards: 'down' | 'up'): number {
  // What is a tenth of a percent by a hair is that tenth.
  const tenths = Math.round(value * 1_000_000) / 1000
  return (towards === 'down' ? Math.floor(tenths) : Math.ceil(tenths)) / 10
}
