import type { BrokenWaveFacts } from '@greenwave/contract/waves'

/** Returns the Vietnamese sentence of a broken wave, as the console's pack has it. */
export function brokenWave(facts: BrokenWaveFacts): string {
  const { direction, seconds, setSeconds, cause, junction = '' } = facts
  const way = direction === 'outbound' ? 'chiều đi' : 'chiều về'
  if (cause === 'offline') return `Không quan sát được làn sóng xanh ${way}: ${junction} mất kết nối`
  const left = `Làn sóng xanh ${way} chỉ còn ${Math.round(seconds)} s trên ${Math.round(setSeconds)} s`
  return `${left}: ${causeText(facts, junction)}`
}

function causeText(facts: BrokenWaveFacts, junction: string): string {
  const { cause, aheadSeconds = 0, mode, plan, scheduled, settings } = facts
  switch (cause) {
    case 'clock':
      return `đồng hồ của ${junction} ${aheadSeconds > 0 ? 'nhanh' : 'chậm'} ${Math.abs(aheadSeconds)} s`
    case 'hold':
      return mode === 0 ? `${junction} đang nháy vàng` : `${junction} đang giữ đèn Tuyến ${mode}`
    case 'plan':
      return `${junction} ${plan == null ? 'không chạy kế hoạch nào' : `chạy kế hoạch ${plan}`}, lịch quy định kế hoạch ${scheduled}`
    case 'not-taken':
      return `${junction} chưa nhận ${settings} thiết lập`
    case 'lamps':
      return `đèn của ${junction} bị lỗi`
    case 'step':
      return `${junction} lệch nhịp`
    default:
      return 'nhiều nút lệch nhịp'
  }
}
