/** The part of Khronos' glTF validator that tests call; the package has no types. */
declare module 'gltf-validator' {
  export function validateBytes(
    data: Uint8Array,
    options?: { readonly maxIssues?: number },
  ): Promise<{
    readonly issues: {
      readonly numErrors: number;
      readonly numWarnings: number;
      readonly messages: readonly { readonly code: string; readonly message: string; readonly pointer?: string }[];
    };
  }>;
}
