import { describe, expect, it } from 'vitest';
import { cellShown, toCsv, type ChartData } from './table';

const data: ChartData = {
  name: 'weeks',
  columns: ['Week', 'Items', 'Observed'],
  rows: [
    ['2 Mar', 31, 0.712543],
    ['9 "Mar", late', 0, null],
  ],
  about: { code_version: 'agreement-2', filter: '=type' },
  shown: { Observed: (v) => `${(v * 100).toFixed(1)} %` },
};

describe('the data of a chart', () => {
  it('goes out as CSV with all digits, empty where undefined, and what it is about', () => {
    expect(toCsv(data)).toBe(
      'Week,Items,Observed,code_version,filter\r\n' +
        "2 Mar,31,0.712543,agreement-2,'=type\r\n" +
        '"9 ""Mar"", late",0,,agreement-2,\'=type\r\n',
    );
  });
  it('is shown in the units of the chart', () => {
    expect(cellShown(data, 2, 0.712543)).toBe('71.3 %');
    expect(cellShown(data, 1, 31)).toBe('31');
    expect(cellShown(data, 2, null)).toBe('–');
  });
});
