/** The text of a file: its encoding is found where the bytes tell it, else the page asks. */

export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
  /** Whether the bytes do not tell the encoding: windows-1252 is then a guess. */
  readonly isGuess: boolean;
}

/** Encodings of bytes that are not UTF-8. Latin-1 (ISO 8859-1) is a part of windows-1252. */
export const ENCODINGS: Readonly<Record<string, string>> = {
  'windows-1252': 'Latin-1, windows-1252',
  'windows-1250': 'windows-1250, central Europe',
  'iso-8859-2': 'Latin-2, ISO 8859-2',
  'windows-1251': 'windows-1251, Cyrillic',
  'windows-1253': 'windows-1253, Greek',
  'windows-1254': 'windows-1254, Turkish',
  macintosh: 'Mac OS Roman',
  shift_jis: 'Shift JIS',
  'euc-jp': 'EUC-JP',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
};

/** UTF-16 without a mark: in text that is mostly ASCII every other byte is 0. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 2 * Math.min(200, bytes.length >> 1));
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] as number) + 1;
  const [even, odd] = zeros as [number, number];
  const most = 0.4 * (head.length / 2);
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : undefined;
}

/** The encoding that the bytes tell: by their mark, by UTF-16's zeros, or because they are valid UTF-8. */
export function encodingOf(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const wide = utf16Of(bytes);
  if (wide) return wide;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return undefined;
  }
}

/** @param wanted the encoding that the user chose, if any */
export function decoded(bytes: Uint8Array, wanted: string | undefined): DecodedText {
  const found = encodingOf(bytes);
  const encoding = found ?? wanted ?? 'windows-1252';
  // A decoder takes the mark away.
  return { text: new TextDecoder(encoding).decode(bytes), encoding, isGuess: found === undefined };
}

export const isParquet = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 4)) === 'PAR1';

/** What a file is that is no table: its name in words. */
export function foreignFile(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 4));
  if (head.startsWith('PK')) return 'a workbook or another zip archive';
  if (head.startsWith('\x1f\x8b')) return 'a gzip archive';
  return head.startsWith('%PDF') ? 'a PDF' : undefined;
}
