import { isRecord } from '@leib/core';
import { readGltfJson } from '@leib/formats';

/**
 * What the licence that a VRM file holds says against a changed copy that is handed on; one sentence, null where it allows both
 * or the file says nothing (plain glTF). Fields: meta of VRMC_vrm 1.0 and of VRM 0.x.
 */
export function describeTerms(file: ArrayBuffer): string | null {
  const { extensions = {} } = readGltfJson(new Uint8Array(file));
  const { VRMC_vrm: vrm1, VRM: vrm0 } = extensions;
  const meta = isRecord(vrm1) ? vrm1.meta : isRecord(vrm0) ? vrm0.meta : null;
  if (!isRecord(meta)) return null;
  const forbidden = isRecord(vrm1) ? forbiddenByVrm1(meta) : forbiddenByVrm0(meta);
  if (forbidden.length === 0) return null;
  const authors = Array.isArray(meta.authors) ? meta.authors.join(', ') : meta.author;
  const asked = typeof authors === 'string' && authors !== '' ? ` (${authors})` : '';
  return `The avatar’s licence does not allow ${forbidden.join(' or ')}; ask its author${asked} before you use the export.`;
}

/** Absent fields mean what the specification says: not allowed. */
function forbiddenByVrm1({ modification, allowRedistribution }: Record<string, unknown>): string[] {
  const mayHandOn = modification === 'allowModificationRedistribution' && allowRedistribution === true;
  const mayChange = modification === 'allowModification' || modification === 'allowModificationRedistribution';
  return [...(mayChange ? [] : ['changed copies']), ...(mayHandOn ? [] : ['handing them on'])];
}

function forbiddenByVrm0({ licenseName }: Record<string, unknown>): string[] {
  if (licenseName === 'CC_BY_ND' || licenseName === 'CC_BY_NC_ND') return ['changed copies'];
  return licenseName === 'Redistribution_Prohibited' ? ['handing it on'] : [];
}
