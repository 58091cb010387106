
  var bufferView;
  var base64ReverseLookup = new Uint8Array(123/*'z'+1*/);
  for (var i = 25; i >= 0; --i) {
    base64ReverseLookup[48+i] = 52+i; // '0-9'
    base64ReverseLookup[65+i] = i; // 'A-Z'
    base64ReverseLookup[97+i] = 26+i; // 'a-z'
  }
  base64ReverseLookup[43] = 62; // '+'
  base64ReverseLookup[47] = 63; // '/'
  /** @noinline Inlining this function would mean expanding the base64 string 4x times in the source code, which Closure seems to be happy to do. */
  function base64DecodeToExistingUint8Array(uint8Array, offset, b64) {
    var b1, b2, i = 0, j = offset, bLength = b64.length, end = offset + (bLength*3>>2) - (b64[bLength-2] == '=') - (b64[bLength-1] == '=');
    for (; i < bLength; i += 4) {
      b1 = base64ReverseLookup[b64.charCodeAt(i+1)];
      b2 = base64ReverseLookup[b64.charCodeAt(i+2)];
      uint8Array[j++] = base64ReverseLookup[b64.charCodeAt(i)] << 2 | b1 >> 4;
      if (j < end) uint8Array[j++] = b1 << 4 | b2 >> 2;
      if (j < end) uint8Array[j++] = b2 << 6 | base64ReverseLookup[b64.charCodeAt(i+3)];
    }
  }
function initActiveSegments(imports) {
  base64DecodeToExistingUint8Array(bufferView, 1048576, "/////w==");
  base64DecodeToExistingUint8Array(bufferView, 1048600, "AQ==");
}

  var scratchBuffer = new ArrayBuffer(16);
  var i32ScratchView = new Int32Array(scratchBuffer);
  var f32ScratchView = new Float32Array(scratchBuffer);
  var f64ScratchView = new Float64Array(scratchBuffer);
  
  function wasm2js_scratch_store_i32(index, value) {
    i32ScratchView[index] = value;
  }
      
  function wasm2js_scratch_load_f32() {
    return f32ScratchView[2];
  }
      
  function wasm2js_scratch_store_f32(value) {
    f32ScratchView[2] = value;
  }
      
  function wasm2js_scratch_load_i32(index) {
    return i32ScratchView[index];
  }
      
function asmFunc(imports) {
 var buffer = new ArrayBuffer(1114112);
 var HEAP8 = new Int8Array(buffer);
 var HEAP16 = new Int16Array(buffer);
 var HEAP32 = new Int32Array(buffer);
 var HEAPU8 = new Uint8Array(buffer);
 var HEAPU16 = new Uint16Array(buffer);
 var HEAPU32 = new Uint32Array(buffer);
 var HEAPF32 = new Float32Array(buffer);
 var HEAPF64 = new Float64Array(buffer);
 var Math_imul = Math.imul;
 var Math_fround = Math.fround;
 var Math_abs = Math.abs;
 var Math_clz32 = Math.clz32;
 var Math_min = Math.min;
 var Math_max = Math.max;
 var Math_floor = Math.floor;
 var Math_ceil = Math.ceil;
 var Math_trunc = Math.trunc;
 var Math_sqrt = Math.sqrt;
 var host = imports.host;
 var fimport$0 = host.report;
 var global$0 = 1048576;
 function $0($0_1, $1_1, $2_1, $3_1, $4_1, $5_1, $6_1, $7_1) {
  var $8_1 = 0, $9_1 = Math_fround(0), $10_1 = 0, $11_1 = 0, $12_1 = Math_fround(0), $13_1 = 0, $14_1 = 0, $15_1 = 0, $16_1 = 0, $17_1 = 0, $18_1 = 0, $19_1 = 0, $20_1 = 0, $21_1 = 0, $22_1 = 0, $23_1 = 0, $24_1 = 0, $25_1 = Math_fround(0), $26 = 0, $27 = 0, $28 = 0, $29 = 0, $30 = 0, $31 = 0, $32 = 0, $33 = 0, $34 = 0, $35 = 0, $36 = 0, $37 = 0, $38 = 0, $39 = 0, $40 = Math_fround(0), $41 = 0, $42 = 0, $43 = 0, $44 = 0, $45 = 0, $46 = 0, $47 = 0, $48 = 0, $49 = Math_fround(0), $50 = 0, $51 = Math_fround(0), $52 = Math_fround(0), $53 = Math_fround(0), $54 = Math_fround(0), $55 = Math_fround(0), $56 = Math_fround(0), $57 = Math_fround(0), wasm2js_i32$0 = 0, wasm2js_f32$0 = Math_fround(0);
  $16_1 = global$0 - 32 | 0;
  global$0 = $16_1;
  $12_1 = Math_fround($2_1 | 0);
  $2_1 = HEAP32[$1_1 + 4 >> 2];
  $10_1 = HEAP32[$1_1 + 8 >> 2];
  $25_1 = Math_fround($12_1 / Math_fround((($2_1 | 0) > ($10_1 | 0) ? $2_1 : $10_1) | 0));
  $9_1 = Math_fround(Math_fround($25_1 * Math_fround($2_1 | 0)) + Math_fround(.5));
  $9_1 = $9_1 < Math_fround(1.0) ? Math_fround(1.0) : $9_1;
  block : {
   if (Math_fround(Math_abs($9_1)) < Math_fround(2147483648.0)) {
    $2_1 = ~~$9_1;
    break block;
   }
   $2_1 = -2147483648;
  }
  $8_1 = ($2_1 | 0) < 769;
  $26 = 1;
  $21_1 = 1;
  $42 = $2_1;
  $9_1 = Math_fround(Math_fround($25_1 * Math_fround($10_1 | 0)) + Math_fround(.5));
  $9_1 = $9_1 < Math_fround(1.0) ? Math_fround(1.0) : $9_1;
  block1 : {
   if (Math_fround(Math_abs($9_1)) < Math_fround(2147483648.0)) {
    $11_1 = ~~$9_1;
    break block1;
   }
   $11_1 = -2147483648;
  }
  $43 = $11_1;
  if (!$8_1) {
   $21_1 = ($2_1 + 575 >>> 0) / 672 | 0;
   $42 = ((($2_1 + $21_1 | 0) + Math_imul($21_1, 96) | 0) - 97 | 0) / ($21_1 | 0) | 0;
  }
  $36 = ($42 + 31 | 0) / 32 | 0;
  $37 = $36 << 5;
  $50 = HEAP32[$3_1 + 8 >> 2];
  if (($11_1 | 0) >= 769) {
   $26 = ($11_1 + 575 >>> 0) / 672 | 0;
   $43 = ((($11_1 + $26 | 0) + Math_imul($26, 96) | 0) - 97 | 0) / ($26 | 0) | 0;
  }
  $30 = ($43 + 31 | 0) / 32 | 0;
  $38 = $30 << 5;
  $10_1 = 0;
  $8_1 = HEAP32[$3_1 + 4 >> 2];
  $20_1 = 0;
  block2 : {
   if ($8_1 >>> 0 < 57348) {
    break block2
   }
   $15_1 = $8_1 - 57348 | 0;
   $8_1 = $50 + 15 & -16;
   $20_1 = 0;
   if ($15_1 >>> 0 < $8_1 >>> 0) {
    break block2
   }
   HEAP32[$3_1 + 8 >> 2] = $8_1 + 57348;
   $20_1 = $8_1 + HEAP32[$3_1 >> 2] | 0;
  }
  $8_1 = $16_1 + 20 | 0;
  $13_1 = global$0 + -64 | 0;
  global$0 = $13_1;
  $33 = $1_1;
  $34 = HEAP32[$1_1 + 4 >> 2];
  $1_1 = HEAP32[$3_1 + 4 >> 2];
  $19_1 = $2_1;
  $14_1 = Math_imul($11_1, $2_1);
  $15_1 = Math_imul($14_1, 12);
  $23_1 = $3_1;
  $22_1 = HEAP32[$3_1 + 8 >> 2];
  $2_1 = $22_1 + 15 & -16;
  if (!($1_1 >>> 0 < $15_1 >>> 0 | $2_1 >>> 0 > $1_1 - $15_1 >>> 0)) {
   $22_1 = $2_1 + $15_1 | 0;
   HEAP32[$3_1 + 8 >> 2] = $22_1;
   $17_1 = HEAP32[$3_1 >> 2] + $2_1 | 0;
   $2_1 = $22_1 + 15 & -16;
  }
  HEAP32[$8_1 + 8 >> 2] = $11_1;
  HEAP32[$8_1 + 4 >> 2] = $19_1;
  HEAP32[$8_1 >> 2] = $17_1;
  block5 : {
   block3 : {
    $3_1 = Math_imul($34, 12);
    if ($3_1 >>> 0 > $1_1 >>> 0 | $1_1 - $3_1 >>> 0 < $2_1 >>> 0) {
     break block3
    }
    HEAP32[$23_1 + 8 >> 2] = $2_1 + $3_1;
    if (!$17_1) {
     break block3
    }
    $1_1 = HEAP32[$23_1 >> 2];
    if (!$1_1) {
     break block3
    }
    if (($11_1 | 0) > 0) {
     $27 = $13_1 + 56 | 0;
     $31 = $13_1 + 52 | 0;
     $8_1 = $1_1 + $2_1 | 0;
     $35 = Math_imul($34, 3);
     $15_1 = ($35 | 0) <= 1 ? 1 : $35;
     $44 = $19_1 << 2;
     $45 = $14_1 << 2;
     $46 = HEAP32[$33 + 8 >> 2];
     while (1) {
      $10($13_1 + 44 | 0, $39, $46, $11_1);
      $2_1 = $8_1;
      $1_1 = $15_1;
      $28 = ($34 | 0) <= 0;
      if (!$28) {
       while (1) {
        HEAP32[$2_1 >> 2] = 0;
        $2_1 = $2_1 + 4 | 0;
        $1_1 = $1_1 - 1 | 0;
        if ($1_1) {
         continue
        }
        break;
       }
      }
      $18_1 = HEAP32[$13_1 + 44 >> 2];
      $29 = HEAP32[$13_1 + 48 >> 2];
      if (($18_1 | 0) <= ($29 | 0)) {
       $14_1 = HEAP32[$33 >> 2] + Math_imul($18_1, $35) | 0;
       $9_1 = HEAPF32[$13_1 + 60 >> 2];
       $3_1 = $18_1;
       while (1) {
        $2_1 = $31;
        block4 : {
         if (($3_1 | 0) != ($18_1 | 0)) {
          $2_1 = $27;
          $12_1 = $9_1;
          if (($3_1 | 0) != ($29 | 0)) {
           break block4
          }
         }
         $12_1 = Math_fround(HEAPF32[$2_1 >> 2] * $9_1);
        }
        if (!$28) {
         $12_1 = Math_fround($12_1 / Math_fround(255.0));
         $1_1 = $14_1;
         $2_1 = $8_1;
         $24_1 = $15_1;
         while (1) {
          HEAPF32[$2_1 >> 2] = HEAPF32[$2_1 >> 2] + Math_fround($12_1 * Math_fround(HEAPU8[$1_1 | 0]));
          $1_1 = $1_1 + 1 | 0;
          $2_1 = $2_1 + 4 | 0;
          $24_1 = $24_1 - 1 | 0;
          if ($24_1) {
           continue
          }
          break;
         };
        }
        $14_1 = $14_1 + $35 | 0;
        $1_1 = ($3_1 | 0) == ($29 | 0);
        $3_1 = $3_1 + 1 | 0;
        if (!$1_1) {
         continue
        }
        break;
       };
      }
      if (($19_1 | 0) > 0) {
       $14_1 = 0;
       $3_1 = $17_1;
       while (1) {
        $10($13_1 + 24 | 0, $14_1, $34, $19_1);
        HEAP32[$13_1 + 16 >> 2] = 0;
        HEAP32[$13_1 + 8 >> 2] = 0;
        HEAP32[$13_1 + 12 >> 2] = 0;
        $18_1 = HEAP32[$13_1 + 24 >> 2];
        $29 = HEAP32[$13_1 + 28 >> 2];
        if (($18_1 | 0) <= ($29 | 0)) {
         $24_1 = $8_1 + Math_imul($18_1, 12) | 0;
         $9_1 = HEAPF32[$13_1 + 40 >> 2];
         $1_1 = $18_1;
         while (1) {
          $2_1 = ($1_1 | 0) == ($18_1 | 0);
          $28 = ($1_1 | 0) == ($29 | 0);
          $47 = $2_1 | $28;
          $48 = ($13_1 + 24 | 0) + ($2_1 ? 8 : 12) | 0;
          $2_1 = 0;
          while (1) {
           $41 = ($13_1 + 8 | 0) + $2_1 | 0;
           $40 = HEAPF32[$41 >> 2];
           HEAPF32[$41 >> 2] = $40 + Math_fround(($47 ? Math_fround(HEAPF32[$48 >> 2] * $9_1) : $9_1) * HEAPF32[$2_1 + $24_1 >> 2]);
           $2_1 = $2_1 + 4 | 0;
           if (($2_1 | 0) != 12) {
            continue
           }
           break;
          };
          $24_1 = $24_1 + 12 | 0;
          $1_1 = $1_1 + 1 | 0;
          if (!$28) {
           continue
          }
          break;
         };
        }
        $2_1 = 0;
        $1_1 = $3_1;
        while (1) {
         HEAPF32[$1_1 >> 2] = HEAPF32[($13_1 + 8 | 0) + $2_1 >> 2];
         $1_1 = $1_1 + $45 | 0;
         $2_1 = $2_1 + 4 | 0;
         if (($2_1 | 0) != 12) {
          continue
         }
         break;
        };
        $3_1 = $3_1 + 4 | 0;
        $14_1 = $14_1 + 1 | 0;
        if (($19_1 | 0) != ($14_1 | 0)) {
         continue
        }
        break;
       };
      }
      $17_1 = $17_1 + $44 | 0;
      $39 = $39 + 1 | 0;
      if (($11_1 | 0) != ($39 | 0)) {
       continue
      }
      break;
     };
    }
    HEAP32[$23_1 + 8 >> 2] = $22_1;
    break block5;
   }
   HEAP32[$8_1 >> 2] = 0;
  }
  global$0 = $13_1 - -64 | 0;
  $2_1 = HEAP32[$23_1 + 4 >> 2];
  $1_1 = Math_imul(Math_imul($37, $38) | 8, 12);
  block6 : {
   if ($2_1 >>> 0 < $1_1 >>> 0) {
    break block6
   }
   $3_1 = $2_1 - $1_1 | 0;
   $2_1 = HEAP32[$23_1 + 8 >> 2] + 15 & -16;
   if ($3_1 >>> 0 < $2_1 >>> 0) {
    break block6
   }
   HEAP32[$23_1 + 8 >> 2] = $1_1 + $2_1;
   if (!$20_1 | !HEAP32[$16_1 + 20 >> 2]) {
    break block6
   }
   $1_1 = HEAP32[$23_1 >> 2];
   if (!$1_1) {
    break block6
   }
   $24_1 = $1_1 + $2_1 | 0;
   HEAP32[$20_1 >> 2] = 0;
   $1_1 = Math_imul($21_1, $26);
   $13_1 = $1_1 >>> 0 <= 1 ? 1 : $1_1;
   $34 = $36 << 7;
   $51 = Math_fround($6_1 - $5_1);
   $35 = $20_1 + 4 | 0;
   $39 = $26 - 1 | 0;
   $29 = $11_1 - $38 | 0;
   $44 = $21_1 - 1 | 0;
   $45 = $19_1 - $37 | 0;
   $46 = $0_1 - -64 | 0;
   $52 = Math_fround(Math_fround($38 | 0) + Math_fround(-40.0));
   $53 = Math_fround(Math_fround($37 | 0) + Math_fround(-40.0));
   $36 = Math_imul($30, $36) << 12 | 32;
   $54 = Math_fround($1_1 >>> 0);
   block7 : {
    while (1) {
     $31 = ($32 >>> 0) / ($21_1 >>> 0) | 0;
     $33 = $32 - Math_imul($31, $21_1) | 0;
     $14_1 = ($21_1 | 0) != 1 ? (Math_imul($33, $45) | 0) / ($44 | 0) | 0 : 0;
     $22_1 = 0;
     $18_1 = ($26 | 0) != 1 ? (Math_imul($31, $29) | 0) / ($39 | 0) | 0 : 0;
     $27 = HEAP32[$16_1 + 24 >> 2];
     $19_1 = HEAP32[$16_1 + 20 >> 2] + ((Math_imul($18_1, $27) << 2) + ($14_1 << 2) | 0) | 0;
     $30 = $27 << 2;
     $28 = HEAP32[$16_1 + 28 >> 2];
     $47 = Math_imul($28, $27) << 2;
     $48 = HEAP32[$23_1 + 8 >> 2];
     $15_1 = $24_1;
     while (1) {
      if (($43 | 0) > 0) {
       $1_1 = ($22_1 << 2) + $0_1 | 0;
       $9_1 = Math_fround(Math_fround(1.0) / HEAPF32[$1_1 + 28 >> 2]);
       $12_1 = HEAPF32[$1_1 + 16 >> 2];
       $17_1 = 0;
       $8_1 = $19_1;
       $10_1 = $15_1;
       while (1) {
        if (($42 | 0) > 0) {
         $41 = ($28 | 0) <= ($17_1 + $18_1 | 0);
         $2_1 = $14_1;
         $1_1 = $8_1;
         $3_1 = $10_1;
         $11_1 = $37;
         while (1) {
          HEAPF32[$3_1 >> 2] = $41 | ($2_1 | 0) >= ($27 | 0) ? Math_fround(0.0) : Math_fround($9_1 * Math_fround(HEAPF32[$1_1 >> 2] - $12_1));
          $2_1 = $2_1 + 1 | 0;
          $1_1 = $1_1 + 4 | 0;
          $3_1 = $3_1 + 4 | 0;
          $11_1 = $11_1 - 1 | 0;
          if ($11_1) {
           continue
          }
          break;
         };
        }
        $8_1 = $8_1 + $30 | 0;
        $10_1 = $10_1 + $34 | 0;
        $17_1 = $17_1 + 1 | 0;
        if (($38 | 0) != ($17_1 | 0)) {
         continue
        }
        break;
       };
      }
      $19_1 = $19_1 + $47 | 0;
      $15_1 = $15_1 + $36 | 0;
      $22_1 = $22_1 + 1 | 0;
      if (($22_1 | 0) != 3) {
       continue
      }
      break;
     };
     if (!$6($46, $24_1, $38, $37, $23_1, $16_1)) {
      break block7
     }
     block8 : {
      if ((Math_imul(HEAP32[$16_1 + 12 >> 2], HEAP32[$16_1 + 8 >> 2]) | 0) <= 0) {
       break block8
      }
      $55 = HEAPF32[$0_1 >> 2];
      $56 = Math_fround($18_1 | 0);
      $57 = Math_fround($14_1 | 0);
      $17_1 = 0;
      $27 = $33 + 1 >>> 0 >= $21_1 >>> 0;
      $31 = $31 + 1 >>> 0 >= $26 >>> 0;
      while (1) {
       if (HEAP32[$20_1 >> 2] > 2047) {
        break block8
       }
       $2_1 = $17_1 << 2;
       $1_1 = $2_1 + HEAP32[$16_1 >> 2] | 0;
       $6_1 = $9(HEAPF32[$1_1 >> 2]);
       $11_1 = HEAP32[$16_1 + 12 >> 2];
       $14_1 = HEAP32[$16_1 + 8 >> 2];
       block9 : {
        if ($6_1 < $55) {
         break block9
        }
        $8_1 = -1;
        $18_1 = $11_1 << 2;
        $15_1 = ($17_1 | 0) / ($11_1 | 0) | 0;
        $3_1 = ($2_1 + Math_imul($18_1, $15_1 - 1 | 0) | 0) - Math_imul($18_1, $15_1) | 0;
        $2_1 = HEAP32[$16_1 >> 2];
        $10_1 = ($3_1 + $2_1 | 0) - 4 | 0;
        $3_1 = Math_imul($11_1, $15_1);
        $19_1 = $17_1 - $3_1 | 0;
        $6_1 = HEAPF32[($2_1 + ($3_1 << 2) | 0) + ($19_1 << 2) >> 2];
        while (1) {
         $2_1 = $8_1 + $15_1 | 0;
         $22_1 = ($2_1 | 0) < 0 | ($2_1 | 0) >= ($14_1 | 0);
         $3_1 = $10_1;
         $2_1 = -1;
         while (1) {
          $30 = $2_1 + $19_1 | 0;
          if (!($22_1 | (($30 | 0) < 0 | ($11_1 | 0) <= ($30 | 0))) & $6_1 < HEAPF32[$3_1 >> 2]) {
           break block9
          }
          $3_1 = $3_1 + 4 | 0;
          $2_1 = $2_1 + 1 | 0;
          if (($2_1 | 0) != 2) {
           continue
          }
          break;
         };
         $10_1 = $10_1 + $18_1 | 0;
         $8_1 = $8_1 + 1 | 0;
         if (($8_1 | 0) != 2) {
          continue
         }
         break;
        };
        $3_1 = HEAP32[$16_1 + 16 >> 2];
        $12_1 = Math_fround(Math_fround(Math_fround(Math_fround($19_1 >>> 0) + Math_fround(.5)) + HEAPF32[$1_1 + ($3_1 << 2) >> 2]) * Math_fround(4.0));
        if ($12_1 < Math_fround(40.0) ? $33 : 0) {
         break block9
        }
        $6_1 = Math_fround(Math_fround(Math_fround(Math_fround($15_1 | 0) + Math_fround(.5)) + HEAPF32[$1_1 + ($3_1 << 3) >> 2]) * Math_fround(4.0));
        block10 : {
         if (!$27) {
          if ($12_1 > $53) {
           break block9
          }
          if (!($21_1 >>> 0 <= $32 >>> 0 & $6_1 < Math_fround(40.0))) {
           break block10
          }
          break block9;
         }
         if ($21_1 >>> 0 > $32 >>> 0) {
          break block10
         }
         if ($6_1 < Math_fround(40.0)) {
          break block9
         }
        }
        if (!$31 & $6_1 > $52) {
         break block9
        }
        $40 = HEAPF32[$1_1 + Math_imul($3_1, 12) >> 2];
        $49 = HEAPF32[$1_1 + ($3_1 << 4) >> 2];
        $9_1 = $7(Math_fround(Math_fround($40 * $40) + Math_fround($49 * $49)));
        $10_1 = HEAP32[$20_1 >> 2];
        $2_1 = $35 + Math_imul($10_1, 28) | 0;
        HEAPF32[$2_1 >> 2] = HEAPF32[$1_1 >> 2];
        HEAPF32[$2_1 + 4 >> 2] = Math_fround($12_1 + $57) / $25_1;
        HEAPF32[$2_1 + 8 >> 2] = Math_fround($6_1 + $56) / $25_1;
        $8_1 = $9_1 > Math_fround(0.0);
        HEAPF32[$2_1 + 12 >> 2] = $8_1 ? Math_fround($40 / $9_1) : Math_fround(0.0);
        HEAPF32[$2_1 + 16 >> 2] = $8_1 ? Math_fround($49 / $9_1) : Math_fround(-1.0);
        HEAP32[$20_1 >> 2] = $10_1 + 1;
        (wasm2js_i32$0 = $2_1, wasm2js_f32$0 = Math_fround(Math_fround($8(HEAPF32[$1_1 + Math_imul($3_1, 20) >> 2]) * Math_fround(4.0)) / $25_1)), HEAPF32[wasm2js_i32$0 + 20 >> 2] = wasm2js_f32$0;
        (wasm2js_i32$0 = $2_1, wasm2js_f32$0 = Math_fround(Math_fround($8(HEAPF32[$1_1 + Math_imul($3_1, 24) >> 2]) * Math_fround(4.0)) / $25_1)), HEAPF32[wasm2js_i32$0 + 24 >> 2] = wasm2js_f32$0;
        $11_1 = HEAP32[$16_1 + 12 >> 2];
        $14_1 = HEAP32[$16_1 + 8 >> 2];
       }
       $17_1 = $17_1 + 1 | 0;
       if (($17_1 | 0) < (Math_imul($11_1, $14_1) | 0)) {
        continue
       }
       break;
      };
     }
     HEAP32[$23_1 + 8 >> 2] = $48;
     block11 : {
      if (!$4_1) {
       break block11
      }
      $1_1 = HEAP32[$4_1 >> 2];
      if (!$1_1) {
       break block11
      }
      FUNCTION_TABLE[$1_1 | 0](HEAP32[$4_1 + 4 >> 2], Math_fround($5_1 + Math_fround(Math_fround($51 * Math_fround($32 + 1 >>> 0)) / $54)));
     }
     $32 = $32 + 1 | 0;
     if (($13_1 | 0) != ($32 | 0)) {
      continue
     }
     break;
    };
    HEAP32[$7_1 >> 2] = 0;
    $0_1 = $20_1 + 24 | 0;
    $8_1 = $7_1 + 4 | 0;
    $3_1 = HEAP32[$20_1 >> 2];
    $10_1 = 0;
    while (1) {
     block12 : {
      if (($3_1 | 0) <= 0) {
       break block12
      }
      $1_1 = 0;
      $2_1 = $0_1;
      while (1) {
       block13 : {
        if (!(HEAPF32[$2_1 >> 2] > Math_fround(0.0))) {
         break block13
        }
        $4_1 = $2_1 - 20 | 0;
        if (HEAPF32[$4_1 >> 2] > HEAPF32[$1_1 >> 2] ? 0 : $1_1) {
         break block13
        }
        $1_1 = $4_1;
       }
       $2_1 = $2_1 + 28 | 0;
       $3_1 = $3_1 - 1 | 0;
       if ($3_1) {
        continue
       }
       break;
      };
      if (!$1_1) {
       break block12
      }
      $5_1 = HEAPF32[$1_1 + 20 >> 2];
      $12_1 = HEAPF32[$1_1 + 24 >> 2];
      $6_1 = HEAPF32[$1_1 + 4 >> 2];
      $9_1 = HEAPF32[$1_1 + 8 >> 2];
      $3_1 = HEAP32[$1_1 + 16 >> 2];
      $2_1 = $8_1 + Math_imul($10_1, 24) | 0;
      HEAP32[$2_1 + 8 >> 2] = HEAP32[$1_1 + 12 >> 2];
      HEAP32[$2_1 + 12 >> 2] = $3_1;
      HEAPF32[$2_1 + 4 >> 2] = $9_1;
      HEAPF32[$2_1 >> 2] = $6_1;
      HEAPF32[$2_1 + 20 >> 2] = $12_1;
      HEAPF32[$2_1 + 16 >> 2] = $5_1;
      $10_1 = $10_1 + 1 | 0;
      HEAP32[$7_1 >> 2] = $10_1;
      HEAP32[$1_1 + 20 >> 2] = 0;
      $3_1 = HEAP32[$20_1 >> 2];
      if (($3_1 | 0) > 0) {
       $5_1 = Math_fround($5_1 * Math_fround($5_1 * Math_fround(.25)));
       $2_1 = $0_1;
       $1_1 = $3_1;
       while (1) {
        $12_1 = Math_fround(HEAPF32[$2_1 - 16 >> 2] - $6_1);
        $25_1 = Math_fround($12_1 * $12_1);
        $12_1 = Math_fround(HEAPF32[$2_1 - 12 >> 2] - $9_1);
        if ($5_1 > Math_fround($25_1 + Math_fround($12_1 * $12_1))) {
         HEAP32[$2_1 >> 2] = 0
        }
        $2_1 = $2_1 + 28 | 0;
        $1_1 = $1_1 - 1 | 0;
        if ($1_1) {
         continue
        }
        break;
       };
      }
      if (($10_1 | 0) != 200) {
       continue
      }
     }
     break;
    };
    HEAP32[$23_1 + 8 >> 2] = $50;
    $10_1 = 1;
    break block6;
   }
   $10_1 = 0;
  }
  global$0 = $16_1 + 32 | 0;
  return $10_1;
 }
 
 function $1($0_1, $1_1, $2_1, $3_1) {
  var $4_1 = Math_fround(0), $5_1 = 0, $6_1 = 0, $7_1 = 0, $8_1 = 0, $9_1 = 0, $10_1 = 0, $11_1 = 0, $12_1 = 0, $13_1 = 0, $14_1 = 0, $15_1 = 0;
  $5_1 = global$0 - 256 | 0;
  global$0 = $5_1;
  $5_1 = $20($5_1, 256);
  $6_1 = HEAP32[$1_1 + 8 >> 2];
  $12_1 = HEAP32[$1_1 + 12 >> 2];
  if (($6_1 | 0) < ($12_1 | 0)) {
   $8_1 = HEAP32[$1_1 >> 2];
   $9_1 = ((Math_imul($6_1, 192) + ($8_1 << 2) | 0) + ($2_1 << 2) | 0) + $0_1 | 0;
   $13_1 = HEAP32[$1_1 + 4 >> 2];
   $14_1 = $13_1 - $8_1 | 0;
   $10_1 = ((Math_imul($6_1, 48) + $8_1 | 0) - $2_1 << 2) + $0_1 | 0;
   while (1) {
    $1_1 = $9_1;
    $2_1 = $10_1;
    $0_1 = $14_1;
    if (($8_1 | 0) < ($13_1 | 0)) {
     while (1) {
      $4_1 = Math_fround(Math_fround(Math_fround(Math_fround(HEAPF32[$1_1 >> 2] * Math_fround(.29899999499320984)) + Math_fround(HEAPF32[$1_1 + 9216 >> 2] * Math_fround(.5870000123977661))) + Math_fround(HEAPF32[$1_1 + 18432 >> 2] * Math_fround(.11400000005960464))) - Math_fround(Math_fround(Math_fround(HEAPF32[$2_1 >> 2] * Math_fround(.29899999499320984)) + Math_fround(HEAPF32[$2_1 + 9216 >> 2] * Math_fround(.5870000123977661))) + Math_fround(HEAPF32[$2_1 + 18432 >> 2] * Math_fround(.11400000005960464))));
      $4_1 = Math_fround(Math_fround(($4_1 < Math_fround(0.0) ? Math_fround(-$4_1) : $4_1) / $3_1) * Math_fround(64.0));
      $4_1 = $4_1 < Math_fround(63.0) ? $4_1 : Math_fround(63.0);
      $4_1 = $4_1 < Math_fround(0.0) ? Math_fround(0.0) : $4_1;
      block : {
       if (Math_fround(Math_abs($4_1)) < Math_fround(2147483648.0)) {
        $7_1 = ~~$4_1;
        break block;
       }
       $7_1 = -2147483648;
      }
      $7_1 = ($7_1 << 2) + $5_1 | 0;
      HEAP32[$7_1 >> 2] = HEAP32[$7_1 >> 2] + 1;
      $1_1 = $1_1 + 4 | 0;
      $2_1 = $2_1 + 4 | 0;
      $0_1 = $0_1 - 1 | 0;
      if ($0_1) {
       continue
      }
      break;
     };
     $15_1 = $15_1 + $14_1 | 0;
    }
    $9_1 = $9_1 + 192 | 0;
    $10_1 = $10_1 + 192 | 0;
    $6_1 = $6_1 + 1 | 0;
    if (($12_1 | 0) != ($6_1 | 0)) {
     continue
    }
    break;
   };
   $4_1 = Math_fround(Math_fround($15_1 | 0) * Math_fround(.9700000286102295));
  }
  $1_1 = $5_1;
  $2_1 = 0;
  while (1) {
   block1 : {
    $2_1 = HEAP32[$1_1 >> 2] + $2_1 | 0;
    if (!(Math_fround($2_1 | 0) < $4_1)) {
     $0_1 = $11_1;
     break block1;
    }
    $1_1 = $1_1 + 4 | 0;
    $0_1 = 63;
    $11_1 = $11_1 + 1 | 0;
    if (($11_1 | 0) != 63) {
     continue
    }
   }
   break;
  };
  global$0 = $5_1 + 256 | 0;
  return Math_fround(Math_fround($0_1 >>> 0) * Math_fround(.015625));
 }
 
 function $2($0_1, $1_1, $2_1, $3_1, $4_1) {
  var $5_1 = 0, $6_1 = 0, $7_1 = 0, $8_1 = 0;
  $7_1 = HEAP32[$0_1 + 12 >> 2];
  $8_1 = $7_1 + 31 & -8;
  if (($7_1 | 0) >= -23) {
   $5_1 = ($8_1 | 0) <= 1 ? 1 : $8_1;
   $6_1 = $4_1;
   while (1) {
    HEAP32[$6_1 >> 2] = 0;
    $6_1 = $6_1 + 4 | 0;
    $5_1 = $5_1 - 1 | 0;
    if ($5_1) {
     continue
    }
    break;
   };
  }
  block : {
   if (($2_1 | 0) < 0 | HEAP32[$0_1 + 8 >> 2] <= ($2_1 | 0)) {
    break block
   }
   $6_1 = (Math_imul($2_1, $7_1) << 2) + $1_1 | 0;
   if (($3_1 | 0) == 1) {
    if (($7_1 | 0) <= 0) {
     break block
    }
    $5_1 = $4_1 + 4 | 0;
    while (1) {
     HEAPF32[$5_1 >> 2] = HEAPF32[$6_1 >> 2];
     $6_1 = $6_1 + 4 | 0;
     $5_1 = $5_1 + 4 | 0;
     $7_1 = $7_1 - 1 | 0;
     if ($7_1) {
      continue
     }
     break;
    };
    break block;
   }
   if (($7_1 | 0) <= 0) {
    break block
   }
   $0_1 = (($8_1 << 1) + $4_1 | 0) + 4 | 0;
   $5_1 = 0;
   while (1) {
    HEAPF32[($5_1 << 1 & -4) + ($5_1 & 1 ? $0_1 : $4_1) >> 2] = HEAPF32[$6_1 >> 2];
    $6_1 = $6_1 + 4 | 0;
    $5_1 = $5_1 + 1 | 0;
    if (($7_1 | 0) != ($5_1 | 0)) {
     continue
    }
    break;
   };
  }
 }
 
 function $3($0_1, $1_1, $2_1, $3_1, $4_1, $5_1) {
  var $6_1 = Math_fround(0), $7_1 = 0, $8_1 = Math_fround(0), $9_1 = Math_fround(0), $10_1 = Math_fround(0), $11_1 = Math_fround(0), $12_1 = Math_fround(0), $13_1 = 0, $14_1 = Math_fround(0), $15_1 = 0, $16_1 = Math_fround(0), $17_1 = Math_fround(0), $18_1 = 0, $19_1 = 0, $20_1 = Math_fround(0), $21_1 = Math_fround(0), $22_1 = Math_fround(0), $23_1 = Math_fround(0), $24_1 = Math_fround(0), $25_1 = Math_fround(0), $26 = Math_fround(0), $27 = Math_fround(0), $28 = Math_fround(0), $29 = Math_fround(0), $30 = Math_fround(0), $31 = Math_fround(0), $32 = Math_fround(0), $33 = Math_fround(0), $34 = Math_fround(0), $35 = Math_fround(0), $36 = Math_fround(0), $37 = Math_fround(0), $38 = Math_fround(0), $39 = Math_fround(0), $40 = Math_fround(0), $41 = Math_fround(0), $42 = Math_fround(0), $43 = Math_fround(0), $44 = Math_fround(0), $45 = Math_fround(0), $46 = Math_fround(0), $47 = Math_fround(0), $48 = Math_fround(0), $49 = Math_fround(0), $50 = Math_fround(0), $51 = Math_fround(0), $52 = 0, $53 = 0, $54 = 0, $55 = 0;
  if (($3_1 | 0) > 0) {
   $7_1 = global$0 - 128 | 0;
   $54 = $5_1 << 2;
   $55 = $5_1 << 4;
   $15_1 = HEAP32[$0_1 + 16 >> 2];
   while (1) {
    if (($15_1 | 0) > 0) {
     $19_1 = 0;
     $52 = $4_1;
     while (1) {
      $5_1 = HEAP32[$0_1 + 32 >> 2] + ($19_1 << 2) | 0;
      $10_1 = HEAPF32[$5_1 + 12 >> 2];
      $11_1 = HEAPF32[$5_1 + 8 >> 2];
      $12_1 = HEAPF32[$5_1 + 4 >> 2];
      $16_1 = HEAPF32[$5_1 >> 2];
      block : {
       if (($2_1 | 0) <= 0) {
        $20_1 = $10_1;
        $21_1 = $10_1;
        $22_1 = $10_1;
        $23_1 = $10_1;
        $24_1 = $10_1;
        $25_1 = $10_1;
        $26 = $10_1;
        $27 = $11_1;
        $28 = $11_1;
        $29 = $11_1;
        $30 = $11_1;
        $31 = $11_1;
        $32 = $11_1;
        $33 = $11_1;
        $34 = $12_1;
        $35 = $12_1;
        $36 = $12_1;
        $37 = $12_1;
        $38 = $12_1;
        $39 = $12_1;
        $40 = $12_1;
        $41 = $16_1;
        $8_1 = $16_1;
        $14_1 = $8_1;
        $42 = $8_1;
        $9_1 = $8_1;
        $17_1 = $8_1;
        $43 = $8_1;
        break block;
       }
       $13_1 = HEAP32[$0_1 + 28 >> 2] + (Math_imul($2_1, $19_1) << 2) | 0;
       $18_1 = $1_1;
       $15_1 = $2_1;
       $9_1 = $16_1;
       $17_1 = $9_1;
       $43 = $9_1;
       $41 = $9_1;
       $8_1 = $9_1;
       $14_1 = $8_1;
       $42 = $8_1;
       $38 = $12_1;
       $39 = $12_1;
       $40 = $12_1;
       $34 = $12_1;
       $35 = $12_1;
       $36 = $12_1;
       $37 = $12_1;
       $24_1 = $10_1;
       $25_1 = $10_1;
       $26 = $10_1;
       $20_1 = $10_1;
       $21_1 = $10_1;
       $22_1 = $10_1;
       $23_1 = $10_1;
       $31 = $11_1;
       $32 = $11_1;
       $33 = $11_1;
       $27 = $11_1;
       $28 = $11_1;
       $29 = $11_1;
       $30 = $11_1;
       while (1) {
        $5_1 = HEAP32[$18_1 >> 2] + ($53 << 2) | 0;
        $44 = HEAPF32[$5_1 + 28 >> 2];
        $6_1 = HEAPF32[$13_1 + 12 >> 2];
        $26 = Math_fround($26 + Math_fround($44 * $6_1));
        $45 = HEAPF32[$5_1 + 24 >> 2];
        $25_1 = Math_fround($25_1 + Math_fround($45 * $6_1));
        $46 = HEAPF32[$5_1 + 20 >> 2];
        $24_1 = Math_fround($24_1 + Math_fround($46 * $6_1));
        $47 = HEAPF32[$5_1 + 16 >> 2];
        $10_1 = Math_fround($10_1 + Math_fround($47 * $6_1));
        $48 = HEAPF32[$5_1 + 12 >> 2];
        $23_1 = Math_fround($23_1 + Math_fround($48 * $6_1));
        $49 = HEAPF32[$5_1 + 8 >> 2];
        $22_1 = Math_fround($22_1 + Math_fround($49 * $6_1));
        $50 = HEAPF32[$5_1 + 4 >> 2];
        $21_1 = Math_fround($21_1 + Math_fround($50 * $6_1));
        $51 = HEAPF32[$5_1 >> 2];
        $20_1 = Math_fround($20_1 + Math_fround($51 * $6_1));
        $6_1 = HEAPF32[$13_1 + 8 >> 2];
        $30 = Math_fround($30 + Math_fround($44 * $6_1));
        $29 = Math_fround($29 + Math_fround($45 * $6_1));
        $28 = Math_fround($28 + Math_fround($46 * $6_1));
        $27 = Math_fround($27 + Math_fround($47 * $6_1));
        $33 = Math_fround($33 + Math_fround($48 * $6_1));
        $32 = Math_fround($32 + Math_fround($49 * $6_1));
        $31 = Math_fround($31 + Math_fround($50 * $6_1));
        $11_1 = Math_fround($11_1 + Math_fround($51 * $6_1));
        $6_1 = HEAPF32[$13_1 + 4 >> 2];
        $37 = Math_fround($37 + Math_fround($44 * $6_1));
        $36 = Math_fround($36 + Math_fround($45 * $6_1));
        $35 = Math_fround($35 + Math_fround($46 * $6_1));
        $34 = Math_fround($34 + Math_fround($47 * $6_1));
        $40 = Math_fround($40 + Math_fround($48 * $6_1));
        $39 = Math_fround($39 + Math_fround($49 * $6_1));
        $38 = Math_fround($38 + Math_fround($50 * $6_1));
        $12_1 = Math_fround($12_1 + Math_fround($51 * $6_1));
        $18_1 = $18_1 + 4 | 0;
        $6_1 = HEAPF32[$13_1 >> 2];
        $42 = Math_fround($42 + Math_fround($44 * $6_1));
        $14_1 = Math_fround($14_1 + Math_fround($45 * $6_1));
        $8_1 = Math_fround($8_1 + Math_fround($46 * $6_1));
        $41 = Math_fround($41 + Math_fround($47 * $6_1));
        $43 = Math_fround($43 + Math_fround($48 * $6_1));
        $17_1 = Math_fround($17_1 + Math_fround($49 * $6_1));
        $9_1 = Math_fround($9_1 + Math_fround($50 * $6_1));
        $16_1 = Math_fround($16_1 + Math_fround($51 * $6_1));
        $13_1 = $13_1 + 16 | 0;
        $15_1 = $15_1 - 1 | 0;
        if ($15_1) {
         continue
        }
        break;
       };
      }
      HEAPF32[$7_1 + 112 >> 2] = $10_1;
      HEAPF32[$7_1 + 96 >> 2] = $20_1;
      HEAPF32[$7_1 + 80 >> 2] = $27;
      HEAPF32[$7_1 + 64 >> 2] = $11_1;
      HEAPF32[$7_1 + 48 >> 2] = $34;
      HEAPF32[$7_1 + 32 >> 2] = $12_1;
      HEAPF32[$7_1 + 16 >> 2] = $41;
      HEAPF32[$7_1 >> 2] = $16_1;
      HEAPF32[$7_1 + 116 >> 2] = $24_1;
      HEAPF32[$7_1 + 100 >> 2] = $21_1;
      HEAPF32[$7_1 + 84 >> 2] = $28;
      HEAPF32[$7_1 + 68 >> 2] = $31;
      HEAPF32[$7_1 + 52 >> 2] = $35;
      HEAPF32[$7_1 + 36 >> 2] = $38;
      HEAPF32[$7_1 + 20 >> 2] = $8_1;
      HEAPF32[$7_1 + 4 >> 2] = $9_1;
      HEAPF32[$7_1 + 120 >> 2] = $25_1;
      HEAPF32[$7_1 + 104 >> 2] = $22_1;
      HEAPF32[$7_1 + 88 >> 2] = $29;
      HEAPF32[$7_1 + 72 >> 2] = $32;
      HEAPF32[$7_1 + 56 >> 2] = $36;
      HEAPF32[$7_1 + 40 >> 2] = $39;
      HEAPF32[$7_1 + 24 >> 2] = $14_1;
      HEAPF32[$7_1 + 8 >> 2] = $17_1;
      HEAPF32[$7_1 + 124 >> 2] = $26;
      HEAPF32[$7_1 + 108 >> 2] = $23_1;
      HEAPF32[$7_1 + 92 >> 2] = $30;
      HEAPF32[$7_1 + 76 >> 2] = $33;
      HEAPF32[$7_1 + 60 >> 2] = $37;
      HEAPF32[$7_1 + 44 >> 2] = $40;
      HEAPF32[$7_1 + 28 >> 2] = $42;
      HEAPF32[$7_1 + 12 >> 2] = $43;
      $18_1 = 0;
      $5_1 = $7_1;
      $13_1 = $52;
      block1 : {
       while (1) {
        $15_1 = HEAP32[$0_1 + 16 >> 2];
        if (($15_1 | 0) <= ($18_1 + $19_1 | 0)) {
         break block1
        }
        $8_1 = HEAPF32[$5_1 + 12 >> 2];
        $14_1 = HEAPF32[$5_1 + 8 >> 2];
        $9_1 = HEAPF32[$5_1 + 4 >> 2];
        $16_1 = HEAPF32[$5_1 >> 2];
        if (HEAP32[$0_1 + 24 >> 2]) {
         $9_1 = $9_1 > Math_fround(0.0) ? $9_1 : Math_fround(0.0);
         $14_1 = $14_1 > Math_fround(0.0) ? $14_1 : Math_fround(0.0);
         $8_1 = $8_1 > Math_fround(0.0) ? $8_1 : Math_fround(0.0);
         $16_1 = $16_1 > Math_fround(0.0) ? $16_1 : Math_fround(0.0);
        }
        HEAPF32[$13_1 >> 2] = $16_1;
        HEAPF32[$13_1 + 4 >> 2] = $9_1;
        HEAPF32[$13_1 + 8 >> 2] = $14_1;
        HEAPF32[$13_1 + 12 >> 2] = $8_1;
        $8_1 = HEAPF32[$5_1 + 28 >> 2];
        $14_1 = HEAPF32[$5_1 + 24 >> 2];
        $9_1 = HEAPF32[$5_1 + 20 >> 2];
        $17_1 = HEAPF32[$5_1 + 16 >> 2];
        $15_1 = $13_1 + 20 | 0;
        if (HEAP32[$0_1 + 24 >> 2]) {
         $14_1 = $14_1 > Math_fround(0.0) ? $14_1 : Math_fround(0.0);
         $8_1 = $8_1 > Math_fround(0.0) ? $8_1 : Math_fround(0.0);
         $17_1 = $17_1 > Math_fround(0.0) ? $17_1 : Math_fround(0.0);
         $9_1 = $9_1 > Math_fround(0.0) ? $9_1 : Math_fround(0.0);
        }
        HEAPF32[$15_1 >> 2] = $9_1;
        HEAPF32[$13_1 + 16 >> 2] = $17_1;
        HEAPF32[$13_1 + 24 >> 2] = $14_1;
        HEAPF32[$13_1 + 28 >> 2] = $8_1;
        $5_1 = $5_1 + 32 | 0;
        $13_1 = $13_1 + $54 | 0;
        $18_1 = $18_1 + 1 | 0;
        if (($18_1 | 0) != 4) {
         continue
        }
        break;
       };
       $15_1 = HEAP32[$0_1 + 16 >> 2];
      }
      $52 = $52 + $55 | 0;
      $19_1 = $19_1 + 4 | 0;
      if (($19_1 | 0) < ($15_1 | 0)) {
       continue
      }
      break;
     };
    }
    $4_1 = $4_1 + 32 | 0;
    $53 = $53 + 8 | 0;
    if (($53 | 0) < ($3_1 | 0)) {
     continue
    }
    break;
   };
  }
 }
 
 function $4($0_1, $1_1, $2_1, $3_1, $4_1, $5_1) {
  var $6_1 = 0, $7_1 = 0, $8_1 = 0, $9_1 = 0, $10_1 = 0, $11_1 = 0, $12_1 = 0, $13_1 = 0, $14_1 = 0, $15_1 = 0, $16_1 = 0, $17_1 = 0, $18_1 = 0, $19_1 = 0, $20_1 = 0, $21_1 = Math_fround(0), $22_1 = 0, $23_1 = 0, $24_1 = 0, $25_1 = 0, $26 = 0, $27 = 0, $28 = 0, $29 = 0;
  $10_1 = global$0 - 816 | 0;
  global$0 = $10_1;
  block1 : {
   block : {
    $22_1 = HEAP32[$5_1 >> 2];
    if (($22_1 | 0) > 0) {
     $14_1 = $5_1 + 4 | 0;
     $9_1 = $2_1;
     while (1) {
      $6_1 = 0;
      while (1) {
       $8_1 = $6_1 + $9_1 | 0;
       HEAP32[($10_1 + 48 | 0) + $6_1 >> 2] = HEAPU8[$8_1 | 0] | HEAPU8[$8_1 + 1 | 0] << 8 | (HEAPU8[$8_1 + 2 | 0] << 16 | HEAPU8[$8_1 + 3 | 0] << 24);
       $6_1 = $6_1 + 4 | 0;
       if (($6_1 | 0) != 40) {
        continue
       }
       break;
      };
      $8_1 = $14_1 + Math_imul($7_1, 36) | 0;
      $6_1 = HEAP32[$10_1 + 48 >> 2];
      HEAP32[$8_1 >> 2] = $6_1;
      $12_1 = HEAP32[$10_1 + 52 >> 2];
      HEAP32[$8_1 + 4 >> 2] = $12_1;
      $13_1 = HEAP32[$10_1 + 56 >> 2];
      HEAP32[$8_1 + 8 >> 2] = $13_1;
      $17_1 = HEAP32[$10_1 + 60 >> 2];
      HEAP32[$8_1 + 12 >> 2] = $17_1;
      $15_1 = HEAP32[$10_1 + 64 >> 2];
      HEAP32[$8_1 + 16 >> 2] = $15_1;
      $16_1 = HEAP32[$10_1 + 68 >> 2];
      HEAP32[$8_1 + 20 >> 2] = $16_1;
      HEAP32[$8_1 + 24 >> 2] = HEAP32[$10_1 + 72 >> 2];
      $12_1 = ($12_1 | 0) < -1 | ($7_1 | 0) <= ($12_1 | 0) | (($13_1 | 0) < -1 | ($7_1 | 0) <= ($13_1 | 0));
      $8_1 = ($6_1 | 0) == 3 & ($13_1 | 0) == -1 | $17_1 - 1 >>> 0 > 511;
      if (!(1 << $6_1 & 26) | $6_1 >>> 0 > 4) {
       if ($6_1 >>> 0 > 5) {
        break block
       }
       $13_1 = 1;
      } else {
       $13_1 = 0
      }
      if ($12_1 | ($8_1 | (!($13_1 | ($15_1 | 0) == ($17_1 | 0)) | $15_1 - 1 >>> 0 > 511)) | (!$6_1 & $17_1 >>> 0 > 128 | $16_1 - 1 >>> 0 > 1)) {
       break block
      }
      $9_1 = $9_1 + 40 | 0;
      $7_1 = $7_1 + 1 | 0;
      if (($22_1 | 0) != ($7_1 | 0)) {
       continue
      }
      break;
     };
    }
    if (!$5($5_1, $3_1, $3_1, $10_1 + 48 | 0)) {
     break block
    }
    $6_1 = 1;
    if (($22_1 | 0) <= 0) {
     break block1
    }
    $27 = $5_1 + 4 | 0;
    while (1) {
     $6_1 = 0;
     while (1) {
      $5_1 = $2_1 + $6_1 | 0;
      HEAP32[$6_1 + $10_1 >> 2] = HEAPU8[$5_1 | 0] | HEAPU8[$5_1 + 1 | 0] << 8 | (HEAPU8[$5_1 + 2 | 0] << 16 | HEAPU8[$5_1 + 3 | 0] << 24);
      $6_1 = $6_1 + 4 | 0;
      if (($6_1 | 0) != 40) {
       continue
      }
      break;
     };
     $6_1 = $3_1;
     $9_1 = $6_1;
     $16_1 = Math_imul($24_1, 36) + $27 | 0;
     $5_1 = HEAP32[$16_1 + 4 >> 2];
     if (($5_1 | 0) != -1) {
      $5_1 = ($10_1 + 48 | 0) + Math_imul($5_1, 12) | 0;
      $6_1 = HEAP32[$5_1 + 8 >> 2];
      $9_1 = HEAP32[$5_1 + 4 >> 2];
     }
     $8_1 = 9;
     block5 : {
      block3 : {
       block7 : {
        block6 : {
         block4 : {
          block2 : {
           $23_1 = HEAP32[$16_1 >> 2];
           switch ($23_1 | 0) {
           case 0:
            break block2;
           case 1:
            break block3;
           case 2:
            break block4;
           case 5:
            break block6;
           default:
            break block5;
           };
          }
          $8_1 = Math_imul(HEAP32[$16_1 + 12 >> 2], 9);
          break block7;
         }
         $8_1 = HEAP32[$16_1 + 12 >> 2];
         break block7;
        }
        $8_1 = Math_imul(HEAP32[$16_1 + 12 >> 2], Math_imul($6_1, $9_1));
       }
       if (!$8_1) {
        break block5
       }
      }
      $18_1 = HEAP32[$16_1 + 16 >> 2];
      $6_1 = $18_1 << 2;
      $12_1 = $1_1 - $6_1 | 0;
      $13_1 = $0_1;
      $19_1 = HEAP32[$10_1 + 36 >> 2];
      if ($19_1) {
       $13_1 = $1_1 >>> 0 >= $6_1 >>> 0 ? (($19_1 | 0) > 0 ? ($12_1 >>> 0 >= $19_1 >>> 0 ? $13_1 + $19_1 | 0 : 0) : 0) : 0
      }
      $15_1 = HEAP32[$10_1 + 32 >> 2];
      $25_1 = ($15_1 | 0) > 0;
      $20_1 = 0;
      $9_1 = HEAP32[$4_1 + 4 >> 2];
      $11_1 = ($18_1 + 3 | 0) / 4 | 0;
      $14_1 = $11_1 << 2;
      $7_1 = Math_imul($14_1, $8_1) << 2;
      $5_1 = HEAP32[$4_1 + 8 >> 2] + 15 & -16;
      block8 : {
       if (!($9_1 >>> 0 < $7_1 >>> 0 | $5_1 >>> 0 > $9_1 - $7_1 >>> 0)) {
        $7_1 = $5_1 + $7_1 | 0;
        HEAP32[$4_1 + 8 >> 2] = $7_1;
        $5_1 = $5_1 + HEAP32[$4_1 >> 2] | 0;
        break block8;
       }
       $7_1 = $5_1;
       $5_1 = 0;
      }
      $17_1 = $5_1;
      $5_1 = HEAP32[$10_1 + 28 >> 2];
      $11_1 = $11_1 << 4;
      if (!($11_1 >>> 0 > $9_1 >>> 0 | $9_1 - $11_1 >>> 0 < $7_1 >>> 0)) {
       HEAP32[$4_1 + 8 >> 2] = $7_1 + $11_1;
       $20_1 = HEAP32[$4_1 >> 2] + $7_1 | 0;
      }
      $7_1 = Math_imul($8_1, $18_1);
      if (!($25_1 & $1_1 >>> 0 >= $6_1 >>> 0 & (($0_1 | 0) != 0 & $7_1 >>> 0 <= $1_1 >>> 0 & $5_1 >>> 0 <= $1_1 - $7_1 >>> 0 & $12_1 >>> 0 >= $15_1 >>> 0 & (($13_1 | 0) != 0 & ($17_1 | 0) != 0 & ($5_1 | 0) > 0))) | !$20_1) {
       break block
      }
      if ($18_1 + 6 >>> 0 >= 7) {
       $25_1 = $0_1 + $15_1 | 0;
       $12_1 = $0_1 + $5_1 | 0;
       $28 = $14_1 >>> 0 <= 1 ? 1 : $14_1;
       $29 = $8_1 << 2;
       $15_1 = 0;
       $23_1 = ($23_1 | 0) == 1;
       $5_1 = 0;
       $11_1 = 0;
       while (1) {
        $6_1 = Math_imul($29, $11_1 >>> 2 | 0) + ($5_1 & 3) | 0;
        $26 = $11_1 >>> 0 >= $18_1 >>> 0;
        block9 : {
         if (!$26) {
          $9_1 = $11_1 << 2;
          $14_1 = $9_1 + $20_1 | 0;
          if ($19_1) {
           $7_1 = $9_1 + $13_1 | 0;
           $21_1 = (wasm2js_scratch_store_i32(2, HEAPU8[$7_1 | 0] | HEAPU8[$7_1 + 1 | 0] << 8 | (HEAPU8[$7_1 + 2 | 0] << 16 | HEAPU8[$7_1 + 3 | 0] << 24)), wasm2js_scratch_load_f32());
          } else {
           $21_1 = Math_fround(0.0)
          }
          HEAPF32[$14_1 >> 2] = $21_1;
          $7_1 = $9_1 + $25_1 | 0;
          $21_1 = (wasm2js_scratch_store_i32(2, HEAPU8[$7_1 | 0] | HEAPU8[$7_1 + 1 | 0] << 8 | (HEAPU8[$7_1 + 2 | 0] << 16 | HEAPU8[$7_1 + 3 | 0] << 24)), wasm2js_scratch_load_f32());
          break block9;
         }
         HEAP32[($11_1 << 2) + $20_1 >> 2] = 0;
         $21_1 = Math_fround(0.0);
        }
        $9_1 = $15_1;
        $7_1 = $8_1;
        $14_1 = $12_1;
        while (1) {
         HEAPF32[(($23_1 ? $9_1 : $6_1) << 2) + $17_1 >> 2] = $26 ? Math_fround(0.0) : Math_fround($21_1 * Math_fround(HEAP8[$14_1 | 0]));
         $9_1 = $9_1 + 1 | 0;
         $14_1 = $14_1 + 1 | 0;
         $6_1 = $6_1 + 4 | 0;
         $7_1 = $7_1 - 1 | 0;
         if ($7_1) {
          continue
         }
         break;
        };
        $15_1 = $15_1 + 9 | 0;
        $12_1 = $8_1 + $12_1 | 0;
        $5_1 = $5_1 + 1 | 0;
        $11_1 = $11_1 + 1 | 0;
        if (($28 | 0) != ($11_1 | 0)) {
         continue
        }
        break;
       };
      }
      HEAP32[$16_1 + 32 >> 2] = $20_1;
      HEAP32[$16_1 + 28 >> 2] = $17_1;
     }
     $2_1 = $2_1 + 40 | 0;
     $6_1 = 1;
     $24_1 = $24_1 + 1 | 0;
     if (($24_1 | 0) != ($22_1 | 0)) {
      continue
     }
     break;
    };
    break block1;
   }
   $6_1 = 0;
  }
  global$0 = $10_1 + 816 | 0;
  return $6_1;
 }
 
 function $5($0_1, $1_1, $2_1, $3_1) {
  var $4_1 = 0, $5_1 = 0, $6_1 = 0, $7_1 = 0, $8_1 = 0, $9_1 = 0, $10_1 = 0, $11_1 = 0, $12_1 = 0, $13_1 = 0, $14_1 = 0, $15_1 = 0;
  block : {
   if ($1_1 - 769 >>> 0 < 4294966528 | $2_1 - 769 >>> 0 < 4294966528) {
    break block
   }
   $10_1 = 1;
   if (HEAP32[$0_1 >> 2] <= 0) {
    break block
   }
   $9_1 = $3_1;
   while (1) {
    $7_1 = $0_1 + $11_1 | 0;
    $6_1 = HEAP32[$7_1 + 8 >> 2];
    block1 : {
     if (($6_1 | 0) == -1) {
      $4_1 = 3;
      $6_1 = $2_1;
      $5_1 = $1_1;
      break block1;
     }
     $5_1 = Math_imul($6_1, 12) + $3_1 | 0;
     $6_1 = HEAP32[$5_1 + 8 >> 2];
     $4_1 = HEAP32[$5_1 >> 2];
     $5_1 = HEAP32[$5_1 + 4 >> 2];
    }
    $10_1 = 0;
    $12_1 = $7_1 + 16 | 0;
    if (HEAP32[$12_1 >> 2] != ($4_1 | 0)) {
     break block
    }
    $15_1 = HEAP32[$7_1 + 20 >> 2];
    $4_1 = $6_1;
    $8_1 = $5_1;
    block3 : {
     block4 : {
      block2 : {
       $13_1 = $7_1 + 4 | 0;
       switch (HEAP32[$13_1 >> 2]) {
       case 0:
       case 1:
        break block2;
       case 4:
       case 5:
        break block4;
       default:
        break block3;
       };
      }
      $8_1 = HEAP32[$7_1 + 24 >> 2];
      $4_1 = (($6_1 - 1 | 0) / ($8_1 | 0) | 0) + 1 | 0;
      $8_1 = (($5_1 - 1 | 0) / ($8_1 | 0) | 0) + 1 | 0;
      break block3;
     }
     $4_1 = 1;
     $8_1 = 1;
    }
    HEAP32[$9_1 >> 2] = $15_1;
    HEAP32[$9_1 + 8 >> 2] = $4_1;
    HEAP32[$9_1 + 4 >> 2] = $8_1;
    block6 : {
     block5 : {
      switch (HEAP32[$13_1 >> 2] - 3 | 0) {
      case 2:
       if ((Math_imul($6_1, $5_1) | 0) <= 4096) {
        break block6
       }
       break block;
      case 0:
       break block5;
      default:
       break block6;
      };
     }
     $4_1 = Math_imul(HEAP32[$7_1 + 12 >> 2], 12) + $3_1 | 0;
     if (HEAP32[$4_1 >> 2] != HEAP32[$12_1 >> 2] | HEAP32[$4_1 + 4 >> 2] << 1 != ($5_1 | 0) | HEAP32[$4_1 + 8 >> 2] << 1 != ($6_1 | 0)) {
      break block
     }
    }
    $11_1 = $11_1 + 36 | 0;
    $9_1 = $9_1 + 12 | 0;
    $10_1 = 1;
    $14_1 = $14_1 + 1 | 0;
    if (($14_1 | 0) < HEAP32[$0_1 >> 2]) {
     continue
    }
    break;
   };
  }
  return $10_1;
 }
 
 function $6($0_1, $1_1, $2_1, $3_1, $4_1, $5_1) {
  var $6_1 = 0, $7_1 = 0, $8_1 = 0, $9_1 = 0, $10_1 = 0, $11_1 = 0, $12_1 = 0, $13_1 = 0, $14_1 = 0, $15_1 = 0, $16_1 = Math_fround(0), $17_1 = 0, $18_1 = 0, $19_1 = 0, $20_1 = 0, $21_1 = Math_fround(0), $22_1 = Math_fround(0), $23_1 = 0, $24_1 = 0, $25_1 = Math_fround(0), $26 = Math_fround(0), $27 = 0, $28 = 0, $29 = 0, $30 = 0, $31 = 0, $32 = 0, $33 = 0, $34 = 0, $35 = 0, $36 = 0;
  $13_1 = global$0 - 2848 | 0;
  global$0 = $13_1;
  block6 : {
   block : {
    if (!$5($0_1, $2_1, $3_1, $13_1 + 1824 | 0)) {
     break block
    }
    block5 : {
     block4 : {
      $9_1 = HEAP32[$0_1 >> 2];
      if (($9_1 | 0) > 0) {
       $14_1 = $0_1 + 12 | 0;
       $6_1 = $9_1 - 1 | 0;
       $18_1 = $13_1 + 544 | 0;
       while (1) {
        HEAP32[$18_1 >> 2] = ($6_1 | 0) == ($8_1 | 0) ? 64 : $8_1;
        $11_1 = HEAP32[$14_1 - 4 >> 2];
        if (($11_1 | 0) >= 0) {
         $7_1 = ($13_1 + 544 | 0) + ($11_1 << 2) | 0;
         $11_1 = HEAP32[$7_1 >> 2];
         HEAP32[$7_1 >> 2] = ($8_1 | 0) < ($11_1 | 0) ? $11_1 : $8_1;
        }
        if (HEAP32[$14_1 - 8 >> 2] == 3) {
         $7_1 = ($13_1 + 544 | 0) + (HEAP32[$14_1 >> 2] << 2) | 0;
         $11_1 = HEAP32[$7_1 >> 2];
         HEAP32[$7_1 >> 2] = ($8_1 | 0) < ($11_1 | 0) ? $11_1 : $8_1;
        }
        $14_1 = $14_1 + 36 | 0;
        $18_1 = $18_1 + 4 | 0;
        $8_1 = $8_1 + 1 | 0;
        if (($9_1 | 0) != ($8_1 | 0)) {
         continue
        }
        break;
       };
       $10_1 = $13_1 + 32 | 0;
       $11_1 = $13_1 + 288 | 0;
       $18_1 = 0;
       while (1) {
        $14_1 = 0;
        block3 : {
         block2 : {
          block1 : {
           if (($23_1 | 0) <= 0) {
            break block1
           }
           $8_1 = $13_1 + 2592 | 0;
           while (1) {
            if (HEAP32[$8_1 >> 2] < ($18_1 | 0)) {
             break block1
            }
            $8_1 = $8_1 + 4 | 0;
            $14_1 = $14_1 + 1 | 0;
            if (($23_1 | 0) != ($14_1 | 0)) {
             continue
            }
            break;
           };
           break block2;
          }
          if (($14_1 | 0) == ($23_1 | 0)) {
           break block2
          }
          $6_1 = HEAP32[$11_1 + ($14_1 << 2) >> 2];
          break block3;
         }
         HEAP32[$11_1 + ($23_1 << 2) >> 2] = 0;
         $14_1 = $23_1;
         $23_1 = $14_1 + 1 | 0;
         $6_1 = 0;
        }
        $7_1 = $18_1 << 2;
        HEAP32[$7_1 + $10_1 >> 2] = $14_1;
        $14_1 = $14_1 << 2;
        HEAP32[$14_1 + ($13_1 + 2592 | 0) >> 2] = HEAP32[$7_1 + ($13_1 + 544 | 0) >> 2];
        $7_1 = ($13_1 + 1824 | 0) + Math_imul($18_1, 12) | 0;
        $7_1 = Math_imul(Math_imul(HEAP32[$7_1 + 8 >> 2], HEAP32[$7_1 + 4 >> 2]) + 15 & -8, HEAP32[$7_1 >> 2]) + 8 | 0;
        HEAP32[$11_1 + $14_1 >> 2] = $6_1 >>> 0 > $7_1 >>> 0 ? $6_1 : $7_1;
        $18_1 = $18_1 + 1 | 0;
        if (($18_1 | 0) != ($9_1 | 0)) {
         continue
        }
        break;
       };
       if (($23_1 | 0) > 0) {
        break block4
       }
      }
      $29 = HEAP32[$4_1 + 8 >> 2];
      break block5;
     }
     $29 = HEAP32[$4_1 + 8 >> 2];
     $11_1 = HEAP32[$4_1 + 4 >> 2];
     $8_1 = $13_1 + 288 | 0;
     $18_1 = $13_1 + 2592 | 0;
     while (1) {
      $6_1 = HEAP32[$8_1 >> 2] << 2;
      if ($6_1 >>> 0 > $11_1 >>> 0) {
       break block6
      }
      $7_1 = $29 + 15 & -16;
      if ($7_1 >>> 0 > $11_1 - $6_1 >>> 0) {
       break block6
      }
      $29 = $6_1 + $7_1 | 0;
      HEAP32[$4_1 + 8 >> 2] = $29;
      $6_1 = HEAP32[$4_1 >> 2];
      HEAP32[$18_1 >> 2] = $6_1 + $7_1;
      if (!$6_1) {
       break block6
      }
      $18_1 = $18_1 + 4 | 0;
      $8_1 = $8_1 + 4 | 0;
      $23_1 = $23_1 - 1 | 0;
      if ($23_1) {
       continue
      }
      break;
     };
    }
    HEAP32[$13_1 + 12 >> 2] = 3;
    HEAP32[$13_1 + 8 >> 2] = $1_1;
    HEAP32[$13_1 + 16 >> 2] = $2_1;
    HEAP32[$13_1 + 20 >> 2] = $3_1;
    HEAP32[$13_1 + 24 >> 2] = Math_imul($2_1, $3_1) + 15 & -8;
    $32 = 1;
    if (($9_1 | 0) > 0) {
     $18_1 = $13_1 + 32 | 0;
     $23_1 = 0;
     $14_1 = $13_1 + 1824 | 0;
     $8_1 = $13_1 + 544 | 0;
     $3_1 = 0;
     while (1) {
      $2_1 = HEAP32[$14_1 + 4 >> 2];
      $1_1 = $8_1 + 4 | 0;
      HEAP32[$1_1 >> 2] = HEAP32[$14_1 >> 2];
      HEAP32[$1_1 + 4 >> 2] = $2_1;
      $1_1 = HEAP32[$14_1 + 8 >> 2];
      HEAP32[$8_1 + 12 >> 2] = $1_1;
      HEAP32[$8_1 >> 2] = HEAP32[($13_1 + 2592 | 0) + (HEAP32[$18_1 >> 2] << 2) >> 2];
      HEAP32[$8_1 + 16 >> 2] = Math_imul($1_1, HEAP32[$14_1 + 4 >> 2]) + 15 & -8;
      $11_1 = $13_1 + 544 | 0;
      $1_1 = $0_1 + $23_1 | 0;
      $2_1 = HEAP32[$1_1 + 8 >> 2];
      $17_1 = ($2_1 | 0) == -1 ? $13_1 + 8 | 0 : $11_1 + Math_imul($2_1, 20) | 0;
      $10_1 = $1_1 + 4 | 0;
      $9_1 = HEAP32[$10_1 >> 2] == 3 ? $11_1 + Math_imul(HEAP32[$1_1 + 12 >> 2], 20) | 0 : 0;
      $2_1 = 0;
      $7_1 = 0;
      $12_1 = 0;
      $15_1 = 0;
      $20_1 = 0;
      $11_1 = global$0 - 4608 | 0;
      global$0 = $11_1;
      block13 : {
       block17 : {
        block14 : {
         block9 : {
          switch (HEAP32[$10_1 >> 2]) {
          case 0:
           $6_1 = HEAP32[$4_1 + 4 >> 2];
           $1_1 = HEAP32[$10_1 + 12 >> 2];
           $12_1 = HEAP32[$17_1 + 12 >> 2] + 31 | 0;
           $20_1 = $12_1 & -8;
           $2_1 = Math_imul(Math_imul($1_1, $20_1), 12) + 32 | 0;
           if ($6_1 >>> 0 < $2_1 >>> 0) {
            break block13
           }
           $9_1 = $6_1 - $2_1 | 0;
           $6_1 = HEAP32[$4_1 + 8 >> 2] + 15 & -16;
           if ($9_1 >>> 0 < $6_1 >>> 0) {
            break block13
           }
           HEAP32[$4_1 + 8 >> 2] = $2_1 + $6_1;
           $2_1 = HEAP32[$4_1 >> 2];
           if (!$2_1) {
            break block13
           }
           $9_1 = $2_1 + $6_1 | 0;
           if (($1_1 | 0) <= 0) {
            break block14
           }
           $1_1 = Math_imul($1_1, 9);
           $24_1 = ($1_1 | 0) <= 1 ? 1 : $1_1;
           $19_1 = ($12_1 << 2 & -32) - 12 | 0;
           $6_1 = 0;
           $1_1 = $11_1;
           $27 = HEAP32[$10_1 + 20 >> 2] == 1;
           $28 = ($12_1 >> 1 & -4) << 2;
           $2_1 = $9_1;
           while (1) {
            $15_1 = ($6_1 >>> 0) / 3 | 0;
            block15 : {
             if ($27) {
              $7_1 = Math_imul($15_1, $19_1) + $2_1 | 0;
              break block15;
             }
             $7_1 = $9_1 + (Math_imul($15_1, $20_1) << 2) | 0;
             $15_1 = Math_imul($15_1, 3);
             if (($15_1 + 1 | 0) == ($6_1 | 0)) {
              break block15
             }
             $7_1 = ($7_1 + $28 | 0) + ((($6_1 | 0) != ($15_1 | 0)) << 2) | 0;
            }
            HEAP32[$1_1 >> 2] = $7_1;
            $1_1 = $1_1 + 4 | 0;
            $2_1 = $2_1 + 4 | 0;
            $6_1 = $6_1 + 1 | 0;
            if (($24_1 | 0) != ($6_1 | 0)) {
             continue
            }
            break;
           };
           break block14;
          case 1:
           $2_1 = HEAP32[$4_1 + 4 >> 2];
           $9_1 = HEAP32[$17_1 + 12 >> 2] + 31 | 0;
           $20_1 = $9_1 & -8;
           $1_1 = Math_imul($20_1, 12) + 32 | 0;
           if ($2_1 >>> 0 < $1_1 >>> 0) {
            break block13
           }
           $6_1 = $2_1 - $1_1 | 0;
           $2_1 = HEAP32[$4_1 + 8 >> 2] + 15 & -16;
           if ($6_1 >>> 0 < $2_1 >>> 0) {
            break block13
           }
           HEAP32[$4_1 + 8 >> 2] = $1_1 + $2_1;
           $6_1 = HEAP32[$4_1 >> 2];
           if (!$6_1) {
            break block13
           }
           $7_1 = 1;
           $1_1 = HEAP32[$10_1 + 16 >> 2];
           if (($1_1 | 0) <= 0) {
            break block13
           }
           $24_1 = $2_1 + $6_1 | 0;
           $6_1 = HEAP32[$8_1 + 8 >> 2];
           $27 = ($9_1 >> 1 & -4) << 2;
           while (1) {
            if (($6_1 | 0) > 0) {
             $28 = HEAP32[$17_1 >> 2] + (Math_imul(HEAP32[$17_1 + 16 >> 2], $12_1) << 2) | 0;
             $30 = HEAP32[$10_1 + 28 >> 2] + $15_1 | 0;
             $7_1 = 0;
             while (1) {
              $1_1 = HEAP32[$10_1 + 20 >> 2];
              $9_1 = Math_imul($7_1, $1_1);
              $2_1 = $9_1 + 1 | 0;
              $6_1 = $7_1 ? (($1_1 | 0) == 1 ? $2_1 : $9_1) : -1;
              if (($6_1 | 0) <= ($2_1 | 0)) {
               while (1) {
                $1_1 = $6_1 + 1 | 0;
                $2($17_1, $28, $6_1, HEAP32[$10_1 + 20 >> 2], $24_1 + (Math_imul($20_1, ($1_1 | 0) % 3 | 0) << 2) | 0);
                $2_1 = ($6_1 | 0) > ($9_1 | 0);
                $6_1 = $1_1;
                if (!$2_1) {
                 continue
                }
                break;
               };
               $1_1 = HEAP32[$10_1 + 20 >> 2];
              }
              $6_1 = 0;
              $2_1 = $11_1;
              $31 = ($1_1 | 0) != 1;
              while (1) {
               $1_1 = (($6_1 & 255) >>> 0) / 3 | 0;
               $19_1 = $6_1 - Math_imul($1_1, 3) | 0;
               $1_1 = $24_1 + (Math_imul($20_1, ($1_1 + $9_1 | 0) % 3 | 0) << 2) | 0;
               block16 : {
                if (!$31) {
                 $1_1 = (($19_1 & 255) << 2) + $1_1 | 0;
                 break block16;
                }
                $19_1 = $19_1 & 255;
                if (($19_1 | 0) == 1) {
                 break block16
                }
                $1_1 = ($1_1 + $27 | 0) + ((($19_1 | 0) != 0) << 2) | 0;
               }
               HEAP32[$2_1 >> 2] = $1_1;
               $2_1 = $2_1 + 4 | 0;
               $6_1 = $6_1 + 1 | 0;
               if (($6_1 | 0) != 9) {
                continue
               }
               break;
              };
              $1_1 = HEAP32[$8_1 + 12 >> 2];
              if (($1_1 | 0) > 0) {
               $9_1 = (HEAP32[$8_1 >> 2] + (Math_imul(HEAP32[$8_1 + 16 >> 2], $12_1) << 2) | 0) + (Math_imul($1_1, $7_1) << 2) | 0;
               $2_1 = 0;
               while (1) {
                $6_1 = 0;
                $16_1 = HEAPF32[HEAP32[$10_1 + 32 >> 2] + ($12_1 << 2) >> 2];
                $22_1 = $16_1;
                $21_1 = $16_1;
                $25_1 = $16_1;
                while (1) {
                 $26 = HEAPF32[$6_1 + $30 >> 2];
                 $19_1 = $2_1 << 2;
                 $1_1 = $19_1 + HEAP32[$6_1 + $11_1 >> 2] | 0;
                 $25_1 = Math_fround($25_1 + Math_fround($26 * HEAPF32[$1_1 + 12 >> 2]));
                 $21_1 = Math_fround($21_1 + Math_fround($26 * HEAPF32[$1_1 + 8 >> 2]));
                 $22_1 = Math_fround($22_1 + Math_fround($26 * HEAPF32[$1_1 + 4 >> 2]));
                 $16_1 = Math_fround($16_1 + Math_fround($26 * HEAPF32[$1_1 >> 2]));
                 $6_1 = $6_1 + 4 | 0;
                 if (($6_1 | 0) != 36) {
                  continue
                 }
                 break;
                };
                $1_1 = $9_1 + $19_1 | 0;
                if (HEAP32[$10_1 + 24 >> 2]) {
                 $22_1 = $22_1 > Math_fround(0.0) ? $22_1 : Math_fround(0.0);
                 $25_1 = $25_1 > Math_fround(0.0) ? $25_1 : Math_fround(0.0);
                 $21_1 = $21_1 > Math_fround(0.0) ? $21_1 : Math_fround(0.0);
                 $16_1 = $16_1 > Math_fround(0.0) ? $16_1 : Math_fround(0.0);
                }
                HEAPF32[$1_1 >> 2] = $16_1;
                HEAPF32[$1_1 + 4 >> 2] = $22_1;
                HEAPF32[$1_1 + 8 >> 2] = $21_1;
                HEAPF32[$1_1 + 12 >> 2] = $25_1;
                $2_1 = $2_1 + 4 | 0;
                if (($2_1 | 0) < HEAP32[$8_1 + 12 >> 2]) {
                 continue
                }
                break;
               };
              }
              $6_1 = HEAP32[$8_1 + 8 >> 2];
              $7_1 = $7_1 + 1 | 0;
              if (($6_1 | 0) > ($7_1 | 0)) {
               continue
              }
              break;
             };
             $1_1 = HEAP32[$10_1 + 16 >> 2];
            }
            $15_1 = $15_1 + 36 | 0;
            $7_1 = 1;
            $12_1 = $12_1 + 1 | 0;
            if (($12_1 | 0) < ($1_1 | 0)) {
             continue
            }
            break;
           };
           break block13;
          default:
           $7_1 = 1;
           $12_1 = HEAP32[$10_1 + 16 >> 2];
           if (($12_1 | 0) <= 0) {
            break block13
           }
           $15_1 = Math_imul(HEAP32[$17_1 + 12 >> 2], HEAP32[$17_1 + 8 >> 2]);
           $20_1 = Math_imul($15_1, HEAP32[$10_1 + 12 >> 2]);
           $24_1 = $20_1 << 4;
           $19_1 = HEAP32[$10_1 + 24 >> 2];
           $7_1 = HEAP32[$10_1 + 28 >> 2];
           $10_1 = HEAP32[$10_1 + 32 >> 2];
           $9_1 = 0;
           $27 = ($20_1 | 0) <= 0;
           while (1) {
            $1_1 = $10_1 + ($9_1 << 2) | 0;
            $16_1 = HEAPF32[$1_1 + 12 >> 2];
            $22_1 = HEAPF32[$1_1 + 8 >> 2];
            $21_1 = HEAPF32[$1_1 + 4 >> 2];
            $25_1 = HEAPF32[$1_1 >> 2];
            if (!$27) {
             $28 = HEAP32[$17_1 + 16 >> 2] << 2;
             $1_1 = HEAP32[$17_1 >> 2];
             $2_1 = 0;
             $6_1 = $7_1;
             while (1) {
              $26 = HEAPF32[Math_imul($28 - ($15_1 << 2) | 0, ($2_1 | 0) / ($15_1 | 0) | 0) + $1_1 >> 2];
              $16_1 = Math_fround($16_1 + Math_fround(HEAPF32[$6_1 + 12 >> 2] * $26));
              $22_1 = Math_fround($22_1 + Math_fround(HEAPF32[$6_1 + 8 >> 2] * $26));
              $21_1 = Math_fround($21_1 + Math_fround(HEAPF32[$6_1 + 4 >> 2] * $26));
              $25_1 = Math_fround($25_1 + Math_fround(HEAPF32[$6_1 >> 2] * $26));
              $6_1 = $6_1 + 16 | 0;
              $1_1 = $1_1 + 4 | 0;
              $2_1 = $2_1 + 1 | 0;
              if (($20_1 | 0) != ($2_1 | 0)) {
               continue
              }
              break;
             };
            }
            if ($19_1) {
             $25_1 = $25_1 > Math_fround(0.0) ? $25_1 : Math_fround(0.0);
             $22_1 = $22_1 > Math_fround(0.0) ? $22_1 : Math_fround(0.0);
             $21_1 = $21_1 > Math_fround(0.0) ? $21_1 : Math_fround(0.0);
             $16_1 = $16_1 > Math_fround(0.0) ? $16_1 : Math_fround(0.0);
            }
            HEAPF32[$11_1 >> 2] = $25_1;
            HEAPF32[$11_1 + 4 >> 2] = $21_1;
            HEAPF32[$11_1 + 8 >> 2] = $22_1;
            HEAPF32[$11_1 + 12 >> 2] = $16_1;
            $6_1 = 0;
            $1_1 = $11_1;
            while (1) {
             $2_1 = $6_1 + $9_1 | 0;
             if (($2_1 | 0) < ($12_1 | 0)) {
              HEAPF32[HEAP32[$8_1 >> 2] + (Math_imul($2_1, HEAP32[$8_1 + 16 >> 2]) << 2) >> 2] = HEAPF32[$1_1 >> 2];
              $1_1 = $1_1 + 4 | 0;
              $6_1 = $6_1 + 1 | 0;
              if (($6_1 | 0) != 4) {
               continue
              }
             }
             break;
            };
            $7_1 = $7_1 + $24_1 | 0;
            $9_1 = $9_1 + 4 | 0;
            if (($12_1 | 0) > ($9_1 | 0)) {
             continue
            }
            break;
           };
           break block17;
          case 4:
           $7_1 = 1;
           $15_1 = HEAP32[$10_1 + 16 >> 2];
           if (($15_1 | 0) <= 0) {
            break block13
           }
           $20_1 = HEAP32[$8_1 + 16 >> 2];
           $24_1 = HEAP32[$8_1 >> 2];
           $10_1 = HEAP32[$10_1 + 24 >> 2];
           $9_1 = Math_imul(HEAP32[$17_1 + 12 >> 2], HEAP32[$17_1 + 8 >> 2]);
           $22_1 = Math_fround($9_1 | 0);
           $19_1 = ($9_1 | 0) <= 0;
           while (1) {
            $21_1 = Math_fround(0.0);
            if (!$19_1) {
             $6_1 = HEAP32[$17_1 >> 2] + Math_imul(HEAP32[$17_1 + 16 >> 2], $12_1) | 0;
             $1_1 = $9_1;
             while (1) {
              $21_1 = Math_fround($21_1 + HEAPF32[$6_1 >> 2]);
              $6_1 = $6_1 + 4 | 0;
              $1_1 = $1_1 - 1 | 0;
              if ($1_1) {
               continue
              }
              break;
             };
            }
            $16_1 = Math_fround($21_1 / $22_1);
            HEAPF32[$24_1 + (Math_imul($2_1, $20_1) << 2) >> 2] = $10_1 ? ($16_1 < Math_fround(0.0) ? Math_fround(0.0) : $16_1) : $16_1;
            $12_1 = $12_1 + 4 | 0;
            $2_1 = $2_1 + 1 | 0;
            if (($15_1 | 0) != ($2_1 | 0)) {
             continue
            }
            break;
           };
           break block13;
          case 3:
           $7_1 = 1;
           $28 = HEAP32[$10_1 + 16 >> 2];
           if (($28 | 0) <= 0) {
            break block13
           }
           $19_1 = HEAP32[$8_1 + 12 >> 2];
           $27 = $19_1 << 2;
           $30 = HEAP32[$8_1 + 8 >> 2];
           $31 = ($30 | 0) <= 0;
           while (1) {
            if (!$31) {
             $12_1 = HEAP32[$17_1 >> 2] + Math_imul(HEAP32[$17_1 + 16 >> 2], $15_1) | 0;
             $7_1 = HEAP32[$8_1 >> 2] + Math_imul(HEAP32[$8_1 + 16 >> 2], $15_1) | 0;
             $33 = HEAP32[$9_1 >> 2] + (Math_imul(HEAP32[$9_1 + 16 >> 2], $20_1) << 2) | 0;
             $34 = HEAP32[$9_1 + 12 >> 2];
             $24_1 = 0;
             while (1) {
              if (($19_1 | 0) > 0) {
               $35 = $33 + (Math_imul($34, $24_1 >>> 1 | 0) << 2) | 0;
               $36 = HEAP32[$10_1 + 24 >> 2];
               $6_1 = 0;
               $1_1 = $12_1;
               $2_1 = $7_1;
               while (1) {
                $16_1 = Math_fround(HEAPF32[$1_1 >> 2] + HEAPF32[$35 + ($6_1 << 1 & -4) >> 2]);
                HEAPF32[$2_1 >> 2] = $36 ? ($16_1 < Math_fround(0.0) ? Math_fround(0.0) : $16_1) : $16_1;
                $1_1 = $1_1 + 4 | 0;
                $2_1 = $2_1 + 4 | 0;
                $6_1 = $6_1 + 1 | 0;
                if (($19_1 | 0) != ($6_1 | 0)) {
                 continue
                }
                break;
               };
              }
              $12_1 = $12_1 + $27 | 0;
              $7_1 = $7_1 + $27 | 0;
              $24_1 = $24_1 + 1 | 0;
              if (($30 | 0) != ($24_1 | 0)) {
               continue
              }
              break;
             };
            }
            $15_1 = $15_1 + 4 | 0;
            $7_1 = 1;
            $20_1 = $20_1 + 1 | 0;
            if (($28 | 0) != ($20_1 | 0)) {
             continue
            }
            break;
           };
           break block13;
          case 2:
           break block9;
          };
         }
         $7_1 = 1;
         $9_1 = HEAP32[$10_1 + 12 >> 2];
         if (($9_1 | 0) > 0) {
          $12_1 = HEAP32[$17_1 + 16 >> 2] << 2;
          $6_1 = HEAP32[$17_1 >> 2];
          $1_1 = $11_1;
          $2_1 = $9_1;
          while (1) {
           HEAP32[$1_1 >> 2] = $6_1;
           $6_1 = $6_1 + $12_1 | 0;
           $1_1 = $1_1 + 4 | 0;
           $2_1 = $2_1 - 1 | 0;
           if ($2_1) {
            continue
           }
           break;
          };
         }
         $1_1 = HEAP32[$8_1 + 16 >> 2];
         $3($10_1, $11_1, $9_1, $1_1, HEAP32[$8_1 >> 2], $1_1);
         break block13;
        }
        if (HEAP32[$8_1 + 8 >> 2] <= 0) {
         break block17
        }
        $7_1 = $12_1 << 2 & -32;
        $12_1 = 0;
        while (1) {
         $2_1 = HEAP32[$10_1 + 12 >> 2];
         if (($2_1 | 0) > 0) {
          $6_1 = 0;
          $1_1 = $9_1;
          while (1) {
           $2_1 = ($6_1 >>> 0) / 3 | 0;
           $15_1 = HEAP32[$10_1 + 20 >> 2];
           $2($17_1, HEAP32[$17_1 >> 2] + (Math_imul($2_1, HEAP32[$17_1 + 16 >> 2]) << 2) | 0, (Math_imul($15_1, $12_1) + $6_1 | 0) + (Math_imul($2_1, 3) ^ -1) | 0, $15_1, $1_1);
           $1_1 = $1_1 + $7_1 | 0;
           $6_1 = $6_1 + 1 | 0;
           $2_1 = HEAP32[$10_1 + 12 >> 2];
           if (($6_1 | 0) < (Math_imul($2_1, 3) | 0)) {
            continue
           }
           break;
          };
         }
         $1_1 = HEAP32[$8_1 + 12 >> 2];
         $3($10_1, $11_1, Math_imul($2_1, 9), $1_1, HEAP32[$8_1 >> 2] + (Math_imul($1_1, $12_1) << 2) | 0, HEAP32[$8_1 + 16 >> 2]);
         $12_1 = $12_1 + 1 | 0;
         if (($12_1 | 0) < HEAP32[$8_1 + 8 >> 2]) {
          continue
         }
         break;
        };
       }
       $7_1 = 1;
      }
      global$0 = $11_1 + 4608 | 0;
      if (!$7_1) {
       break block
      }
      HEAP32[$4_1 + 8 >> 2] = $29;
      $8_1 = $8_1 + 20 | 0;
      $14_1 = $14_1 + 12 | 0;
      $18_1 = $18_1 + 4 | 0;
      $23_1 = $23_1 + 36 | 0;
      $3_1 = $3_1 + 1 | 0;
      $9_1 = HEAP32[$0_1 >> 2];
      if (($3_1 | 0) < ($9_1 | 0)) {
       continue
      }
      break;
     };
    }
    $0_1 = ($13_1 + 544 | 0) + Math_imul($9_1, 20) | 0;
    HEAP32[$5_1 >> 2] = HEAP32[$0_1 - 20 >> 2];
    $1_1 = $0_1 - 16 | 0;
    $2_1 = HEAP32[$1_1 + 4 >> 2];
    HEAP32[$5_1 + 4 >> 2] = HEAP32[$1_1 >> 2];
    HEAP32[$5_1 + 8 >> 2] = $2_1;
    $0_1 = $0_1 - 8 | 0;
    $1_1 = HEAP32[$0_1 + 4 >> 2];
    HEAP32[$5_1 + 12 >> 2] = HEAP32[$0_1 >> 2];
    HEAP32[$5_1 + 16 >> 2] = $1_1;
    break block6;
   }
   $32 = 0;
  }
  global$0 = $13_1 + 2848 | 0;
  return $32;
 }
 
 function $7($0_1) {
  var $1_1 = Math_fround(0), $2_1 = 0;
  if ($0_1 > Math_fround(0.0)) {
   $1_1 = (wasm2js_scratch_store_i32(2, ((wasm2js_scratch_store_f32($0_1), wasm2js_scratch_load_i32(2)) >>> 1 | 0) + 532676608 | 0), wasm2js_scratch_load_f32());
   $2_1 = 4;
   while (1) {
    $1_1 = Math_fround(Math_fround($1_1 + Math_fround($0_1 / $1_1)) * Math_fround(.5));
    $2_1 = $2_1 - 1 | 0;
    if ($2_1) {
     continue
    }
    break;
   };
  }
  return $1_1;
 }
 
 function $8($0_1) {
  var $1_1 = 0, $2_1 = Math_fround(0), $3_1 = 0;
  $0_1 = $0_1 < Math_fround(80.0) ? $0_1 : Math_fround(80.0);
  $0_1 = $0_1 < Math_fround(-80.0) ? Math_fround(-80.0) : $0_1;
  $2_1 = Math_fround(Math_fround($0_1 * Math_fround(1.4426950216293335)) + Math_fround(.5));
  $3_1 = Math_fround(Math_trunc($2_1)) > $2_1;
  if (Math_fround(Math_abs($2_1)) < Math_fround(2147483648.0)) {
   $1_1 = ~~$2_1
  } else {
   $1_1 = -2147483648
  }
  $3_1 = $1_1 - $3_1 | 0;
  $2_1 = Math_fround($0_1 + Math_fround(Math_fround($3_1 | 0) * Math_fround(-.6931471824645996)));
  $1_1 = 8;
  $0_1 = Math_fround(1.0);
  while (1) {
   $1_1 = $1_1 - 1 | 0;
   $0_1 = Math_fround(Math_fround(Math_fround($2_1 * $0_1) / Math_fround($1_1 >>> 0)) + Math_fround(1.0));
   if ($1_1 >>> 0 > 1) {
    continue
   }
   break;
  };
  return Math_fround($0_1 * (wasm2js_scratch_store_i32(2, ($3_1 << 23) + 1065353216 | 0), wasm2js_scratch_load_f32()));
 }
 
 function $9($0_1) {
  return Math_fround(Math_fround(1.0) / Math_fround($8(Math_fround(-$0_1)) + Math_fround(1.0)));
 }
 
 function $10($0_1, $1_1, $2_1, $3_1) {
  var $4_1 = Math_fround(0), $5_1 = Math_fround(0), $6_1 = Math_fround(0);
  $4_1 = Math_fround(Math_fround($2_1 | 0) / Math_fround($3_1 | 0));
  $5_1 = Math_fround($1_1 | 0);
  block1 : {
   if (($2_1 | 0) < ($3_1 | 0)) {
    $4_1 = Math_fround(Math_fround(Math_fround($5_1 + Math_fround(.5)) * $4_1) + Math_fround(-.5));
    $5_1 = Math_fround($2_1 - 1 | 0);
    $4_1 = $4_1 < $5_1 ? $4_1 : $5_1;
    $4_1 = $4_1 < Math_fround(0.0) ? Math_fround(0.0) : $4_1;
    block : {
     if (Math_fround(Math_abs($4_1)) < Math_fround(2147483648.0)) {
      $3_1 = ~~$4_1;
      break block;
     }
     $3_1 = -2147483648;
    }
    $1_1 = $3_1 + 1 | 0;
    $2_1 = ($1_1 | 0) < ($2_1 | 0) ? $1_1 : $3_1;
    $6_1 = Math_fround($4_1 - Math_fround($3_1 | 0));
    $5_1 = Math_fround(Math_fround(1.0) - $6_1);
    $4_1 = Math_fround(1.0);
    break block1;
   }
   $2_1 = $2_1 - 1 | 0;
   $5_1 = Math_fround($4_1 * $5_1);
   $6_1 = Math_fround($4_1 + $5_1);
   block2 : {
    if (Math_fround(Math_abs($6_1)) < Math_fround(2147483648.0)) {
     $1_1 = ~~$6_1;
     break block2;
    }
    $1_1 = -2147483648;
   }
   $2_1 = ($1_1 | 0) < ($2_1 | 0) ? $1_1 : $2_1;
   $6_1 = Math_fround($6_1 - Math_fround($2_1 | 0));
   $6_1 = $6_1 < Math_fround(1.0) ? $6_1 : Math_fround(1.0);
   if (Math_fround(Math_abs($5_1)) < Math_fround(2147483648.0)) {
    $3_1 = ~~$5_1
   } else {
    $3_1 = -2147483648
   }
   $5_1 = Math_fround(Math_fround($3_1 + 1 | 0) - $5_1);
   $4_1 = Math_fround(Math_fround(1.0) / $4_1);
  }
  HEAPF32[$0_1 + 12 >> 2] = $6_1;
  HEAP32[$0_1 + 4 >> 2] = $2_1;
  HEAP32[$0_1 >> 2] = $3_1;
  HEAPF32[$0_1 + 16 >> 2] = $4_1;
  HEAPF32[$0_1 + 8 >> 2] = $5_1;
 }
 
 function $11($0_1, $1_1, $2_1, $3_1) {
  var $4_1 = 0, $5_1 = 0, $6_1 = Math_fround(0), $7_1 = Math_fround(0), $8_1 = Math_fround(0);
  $4_1 = $0_1 + 4 | 0;
  $5_1 = $1_1 - 1 | 0;
  $7_1 = HEAPF32[$0_1 >> 2];
  while (1) {
   $6_1 = HEAPF32[$4_1 >> 2];
   $7_1 = $6_1 < $7_1 ? $7_1 : $6_1;
   $4_1 = $4_1 + 4 | 0;
   $5_1 = $5_1 - 1 | 0;
   if ($5_1) {
    continue
   }
   break;
  };
  $6_1 = Math_fround(0.0);
  $4_1 = $3_1;
  $5_1 = $1_1;
  while (1) {
   $8_1 = $8(Math_fround(Math_fround(HEAPF32[$0_1 >> 2] - $7_1) / $2_1));
   HEAPF32[$4_1 >> 2] = $8_1;
   $0_1 = $0_1 + 4 | 0;
   $4_1 = $4_1 + 4 | 0;
   $6_1 = Math_fround($6_1 + $8_1);
   $5_1 = $5_1 - 1 | 0;
   if ($5_1) {
    continue
   }
   break;
  };
  while (1) {
   HEAPF32[$3_1 >> 2] = HEAPF32[$3_1 >> 2] / $6_1;
   $3_1 = $3_1 + 4 | 0;
   $1_1 = $1_1 - 1 | 0;
   if ($1_1) {
    continue
   }
   break;
  };
 }
 
 function $12($0_1, $1_1, $2_1) {
  var $3_1 = 0, $4_1 = 0, $5_1 = 0, $6_1 = 0, $7_1 = 0, $8_1 = 0, $9_1 = 0, $10_1 = 0, $11_1 = 0, $12_1 = 0, $13_1 = 0, $14_1 = Math_fround(0), $15_1 = 0, $16_1 = 0, $17_1 = Math_fround(0), $18_1 = Math_fround(0), $19_1 = 0;
  $4_1 = global$0 - 7248 | 0;
  global$0 = $4_1;
  block2 : {
   block1 : {
    if (($1_1 | 0) > 0) {
     $5_1 = $4_1 + 16 | 0;
     while (1) {
      HEAP32[$5_1 >> 2] = $3_1;
      $5_1 = $5_1 + 4 | 0;
      $3_1 = $3_1 + 1 | 0;
      if (($3_1 | 0) != ($1_1 | 0)) {
       continue
      }
      break;
     };
     $5_1 = $1_1 << 1;
     $9_1 = ($5_1 | 0) <= 1 ? 1 : $5_1;
     while (1) {
      $5_1 = $7_1 >>> 1 | 0;
      $6_1 = $13($0_1, $1_1, $5_1, $7_1 & 1);
      block : {
       if (($6_1 | 0) == -1) {
        break block
       }
       if (($13($0_1, $1_1, $6_1, 0) | 0) != ($5_1 | 0)) {
        if (($13($0_1, $1_1, $6_1, 1) | 0) != ($5_1 | 0)) {
         break block
        }
       }
       $3_1 = $4_1 + 16 | 0;
       $11_1 = HEAP32[$3_1 + ($5_1 << 2) >> 2];
       $6_1 = HEAP32[($6_1 << 2) + $3_1 >> 2];
       $5_1 = $1_1;
       while (1) {
        $10_1 = HEAP32[$3_1 >> 2];
        HEAP32[$3_1 >> 2] = ($6_1 | 0) == ($10_1 | 0) ? $11_1 : $10_1;
        $3_1 = $3_1 + 4 | 0;
        $5_1 = $5_1 - 1 | 0;
        if ($5_1) {
         continue
        }
        break;
       };
      }
      $7_1 = $7_1 + 1 | 0;
      if (($9_1 | 0) != ($7_1 | 0)) {
       continue
      }
      break;
     };
     $5_1 = 0;
     $3_1 = $4_1 + 816 | 0;
     while (1) {
      $14($4_1 + 6416 | 0, $0_1, $1_1, $4_1 + 16 | 0, $5_1, $4_1 + 6448 | 0);
      HEAP32[$3_1 + 24 >> 2] = HEAP32[$4_1 + 6440 >> 2];
      $6_1 = HEAP32[$4_1 + 6436 >> 2];
      HEAP32[$3_1 + 16 >> 2] = HEAP32[$4_1 + 6432 >> 2];
      HEAP32[$3_1 + 20 >> 2] = $6_1;
      $6_1 = HEAP32[$4_1 + 6428 >> 2];
      HEAP32[$3_1 + 8 >> 2] = HEAP32[$4_1 + 6424 >> 2];
      HEAP32[$3_1 + 12 >> 2] = $6_1;
      $6_1 = HEAP32[$4_1 + 6420 >> 2];
      HEAP32[$3_1 >> 2] = HEAP32[$4_1 + 6416 >> 2];
      HEAP32[$3_1 + 4 >> 2] = $6_1;
      $3_1 = $3_1 + 28 | 0;
      $5_1 = $5_1 + 1 | 0;
      if (($5_1 | 0) != ($1_1 | 0)) {
       continue
      }
      break;
     };
     break block1;
    }
    if ($1_1) {
     break block1
    }
    HEAP32[$2_1 >> 2] = 0;
    break block2;
   }
   $5_1 = Math_imul($1_1, $1_1);
   $3_1 = 0;
   while (1) {
    $11_1 = ($3_1 | 0) / ($1_1 | 0) | 0;
    $10_1 = $3_1 - Math_imul($11_1, $1_1) | 0;
    block5 : {
     block4 : {
      block3 : {
       if (($11_1 | 0) == ($10_1 | 0)) {
        break block3
       }
       $9_1 = $4_1 + 816 | 0;
       $6_1 = $9_1 + Math_imul($11_1, 28) | 0;
       $7_1 = HEAP32[$6_1 >> 2];
       if (!$7_1) {
        break block3
       }
       $9_1 = $9_1 + Math_imul($10_1, 28) | 0;
       $8_1 = HEAP32[$9_1 >> 2];
       if (!$8_1 | !(($8_1 | 0) < 2 | ($7_1 | 0) < 2) & Math_fround(Math_fround(HEAPF32[$9_1 + 12 >> 2] * HEAPF32[$6_1 + 12 >> 2]) + Math_fround(HEAPF32[$9_1 + 16 >> 2] * HEAPF32[$6_1 + 16 >> 2])) < Math_fround(.9399999976158142)) {
        break block3
       }
       $8_1 = ($7_1 | 0) < ($8_1 | 0) ? $9_1 : $6_1;
       $7_1 = HEAP32[$8_1 + 12 >> 2];
       $8_1 = HEAP32[$8_1 + 16 >> 2];
       HEAP32[$4_1 + 6416 >> 2] = $7_1;
       HEAP32[$4_1 + 6420 >> 2] = $8_1;
       $12_1 = HEAP32[$9_1 + 4 >> 2];
       $13_1 = HEAP32[$6_1 + 8 >> 2];
       HEAP32[$4_1 + 8 >> 2] = $7_1;
       HEAP32[$4_1 + 12 >> 2] = $8_1;
       if ($15($13_1, $12_1, $4_1 + 8 | 0)) {
        break block4
       }
      }
      $3_1 = $3_1 + 1 | 0;
      break block5;
     }
     if (($1_1 | 0) > 0) {
      $3_1 = $4_1 + 16 | 0;
      $7_1 = $1_1;
      while (1) {
       $8_1 = HEAP32[$3_1 >> 2];
       HEAP32[$3_1 >> 2] = ($8_1 | 0) == ($10_1 | 0) ? $11_1 : $8_1;
       $3_1 = $3_1 + 4 | 0;
       $7_1 = $7_1 - 1 | 0;
       if ($7_1) {
        continue
       }
       break;
      };
     }
     HEAP32[$9_1 >> 2] = 0;
     $14($4_1 + 6416 | 0, $0_1, $1_1, $4_1 + 16 | 0, $11_1, $4_1 + 6448 | 0);
     HEAP32[$6_1 + 24 >> 2] = HEAP32[$4_1 + 6440 >> 2];
     $3_1 = HEAP32[$4_1 + 6436 >> 2];
     HEAP32[$6_1 + 16 >> 2] = HEAP32[$4_1 + 6432 >> 2];
     HEAP32[$6_1 + 20 >> 2] = $3_1;
     $3_1 = HEAP32[$4_1 + 6428 >> 2];
     HEAP32[$6_1 + 8 >> 2] = HEAP32[$4_1 + 6424 >> 2];
     HEAP32[$6_1 + 12 >> 2] = $3_1;
     $3_1 = HEAP32[$4_1 + 6420 >> 2];
     HEAP32[$6_1 >> 2] = HEAP32[$4_1 + 6416 >> 2];
     HEAP32[$6_1 + 4 >> 2] = $3_1;
     $3_1 = 0;
    }
    if (($5_1 | 0) > ($3_1 | 0)) {
     continue
    }
    break;
   };
   $5_1 = 0;
   HEAP32[$2_1 >> 2] = 0;
   if (($1_1 | 0) <= 0) {
    break block2
   }
   $11_1 = $4_1 + 6444 | 0;
   $7_1 = 0;
   while (1) {
    $9_1 = ($4_1 + 816 | 0) + Math_imul($7_1, 28) | 0;
    block6 : {
     if (!HEAP32[$9_1 >> 2]) {
      $6_1 = $5_1;
      break block6;
     }
     $6_1 = $5_1 + 1 | 0;
     HEAP32[$2_1 >> 2] = $6_1;
     block7 : {
      if (($5_1 | 0) <= 0) {
       break block7
      }
      $3_1 = $11_1 + ($5_1 << 2) | 0;
      $17_1 = HEAPF32[$9_1 + 20 >> 2];
      $9_1 = HEAP32[$9_1 + 4 >> 2];
      $18_1 = HEAPF32[$9_1 + 20 >> 2];
      while (1) {
       $10_1 = HEAP32[$3_1 >> 2];
       $8_1 = ($4_1 + 816 | 0) + Math_imul($10_1, 28) | 0;
       $14_1 = Math_fround(HEAPF32[$8_1 + 20 >> 2] - $17_1);
       $8_1 = HEAP32[$8_1 + 4 >> 2];
       block8 : {
        if (Math_fround(Math_abs($14_1)) < Math_fround(Math_fround(HEAPF32[$8_1 + 20 >> 2] + $18_1) * Math_fround(.25))) {
         if (HEAPF32[$8_1 >> 2] > HEAPF32[$9_1 >> 2]) {
          break block8
         }
         break block7;
        }
        if (!($14_1 > Math_fround(0.0))) {
         break block7
        }
       }
       HEAP32[$3_1 + 4 >> 2] = $10_1;
       $3_1 = $3_1 - 4 | 0;
       $10_1 = ($5_1 | 0) > 1;
       $5_1 = $5_1 - 1 | 0;
       if ($10_1) {
        continue
       }
       break;
      };
      $5_1 = 0;
     }
     HEAP32[($4_1 + 6448 | 0) + ($5_1 << 2) >> 2] = $7_1;
     $5_1 = $6_1;
    }
    $7_1 = $7_1 + 1 | 0;
    if (($7_1 | 0) != ($1_1 | 0)) {
     continue
    }
    break;
   };
   if (($6_1 | 0) <= 0) {
    break block2
   }
   $12_1 = $2_1 + 1604 | 0;
   $13_1 = $2_1 + 804 | 0;
   $19_1 = $2_1 + 4 | 0;
   $9_1 = 0;
   $11_1 = 0;
   while (1) {
    $7_1 = $9_1 << 2;
    $5_1 = $7_1 + $13_1 | 0;
    HEAP32[$5_1 >> 2] = 0;
    $15_1 = $7_1 + $19_1 | 0;
    $3_1 = $4_1 + 6448 | 0;
    $16_1 = HEAP32[$7_1 + $3_1 >> 2];
    $10_1 = ($4_1 + 816 | 0) + Math_imul($16_1, 28) | 0;
    HEAP32[$15_1 >> 2] = HEAP32[$10_1 >> 2];
    if (($6_1 | 0) > 0) {
     $7_1 = 0;
     while (1) {
      $8_1 = ($4_1 + 816 | 0) + Math_imul(HEAP32[$3_1 >> 2], 28) | 0;
      if ($16($10_1, $8_1)) {
       $8_1 = 1
      } else {
       $8_1 = $16($8_1, $10_1)
      }
      $7_1 = $8_1 | $7_1;
      HEAP32[$5_1 >> 2] = $7_1;
      $3_1 = $3_1 + 4 | 0;
      $6_1 = $6_1 - 1 | 0;
      if ($6_1) {
       continue
      }
      break;
     };
    }
    $14($4_1 + 6416 | 0, $0_1, $1_1, $4_1 + 16 | 0, $16_1, $12_1 + ($11_1 << 2) | 0);
    $11_1 = HEAP32[$15_1 >> 2] + $11_1 | 0;
    $6_1 = HEAP32[$2_1 >> 2];
    $9_1 = $9_1 + 1 | 0;
    if (($6_1 | 0) > ($9_1 | 0)) {
     continue
    }
    break;
   };
  }
  global$0 = $4_1 + 7248 | 0;
 }
 
 function $13($0_1, $1_1, $2_1, $3_1) {
  var $4_1 = 0, $5_1 = Math_fround(0), $6_1 = Math_fround(0), $7_1 = Math_fround(0), $8_1 = 0, $9_1 = Math_fround(0), $10_1 = 0, $11_1 = 0, $12_1 = Math_fround(0), $13_1 = Math_fround(0);
  $4_1 = global$0 - 16 | 0;
  global$0 = $4_1;
  $8_1 = Math_imul($2_1, 24) + $0_1 | 0;
  $6_1 = HEAPF32[$8_1 + 8 >> 2];
  HEAPF32[$4_1 + 12 >> 2] = $6_1;
  $9_1 = HEAPF32[$8_1 + 12 >> 2];
  $7_1 = Math_fround(-$9_1);
  HEAPF32[$4_1 + 8 >> 2] = $7_1;
  block : {
   if ($3_1) {
    $9_1 = $7_1;
    break block;
   }
   HEAPF32[$4_1 + 8 >> 2] = $9_1;
   $6_1 = Math_fround(-$6_1);
   HEAPF32[$4_1 + 12 >> 2] = $6_1;
  }
  block1 : {
   if (($1_1 | 0) <= 0) {
    $10_1 = -1;
    break block1;
   }
   $3_1 = 0;
   $10_1 = -1;
   $7_1 = Math_fround(0.0);
   while (1) {
    block2 : {
     if (($2_1 | 0) == ($3_1 | 0)) {
      break block2
     }
     $11_1 = HEAP32[$4_1 + 12 >> 2];
     HEAP32[$4_1 >> 2] = HEAP32[$4_1 + 8 >> 2];
     HEAP32[$4_1 + 4 >> 2] = $11_1;
     if (!$15($8_1, $0_1, $4_1)) {
      break block2
     }
     $12_1 = Math_fround(HEAPF32[$0_1 >> 2] - HEAPF32[$8_1 >> 2]);
     $13_1 = Math_fround(HEAPF32[$0_1 + 4 >> 2] - HEAPF32[$8_1 + 4 >> 2]);
     $5_1 = Math_fround(Math_fround($6_1 * $12_1) - Math_fround($9_1 * $13_1));
     $5_1 = $5_1 < Math_fround(0.0) ? Math_fround(-$5_1) : $5_1;
     $5_1 = Math_fround(Math_fround(Math_fround($9_1 * $12_1) + Math_fround($6_1 * $13_1)) + Math_fround($5_1 + $5_1));
     $11_1 = ($10_1 | 0) == -1 | $5_1 < $7_1;
     $7_1 = $11_1 ? $5_1 : $7_1;
     $10_1 = $11_1 ? $3_1 : $10_1;
    }
    $0_1 = $0_1 + 24 | 0;
    $3_1 = $3_1 + 1 | 0;
    if (($3_1 | 0) != ($1_1 | 0)) {
     continue
    }
    break;
   };
  }
  global$0 = $4_1 + 16 | 0;
  return $10_1;
 }
 
 function $14($0_1, $1_1, $2_1, $3_1, $4_1, $5_1) {
  var $6_1 = 0, $7_1 = 0;
  block : {
   if (($2_1 | 0) <= 0) {
    break block
   }
   while (1) {
    if (HEAP32[$3_1 >> 2] == ($4_1 | 0)) {
     HEAP32[($6_1 << 2) + $5_1 >> 2] = $7_1;
     $6_1 = $6_1 + 1 | 0;
    }
    $3_1 = $3_1 + 4 | 0;
    $7_1 = $7_1 + 1 | 0;
    if (($7_1 | 0) != ($2_1 | 0)) {
     continue
    }
    break;
   };
   if (!$6_1) {
    break block
   }
   $17($0_1, $1_1, $5_1, $6_1);
   return;
  }
  HEAP32[$0_1 + 24 >> 2] = 0;
  HEAP32[$0_1 + 16 >> 2] = 0;
  HEAP32[$0_1 + 20 >> 2] = 0;
  HEAP32[$0_1 + 8 >> 2] = 0;
  HEAP32[$0_1 + 12 >> 2] = 0;
  HEAP32[$0_1 >> 2] = 0;
  HEAP32[$0_1 + 4 >> 2] = 0;
 }
 
 function $15($0_1, $1_1, $2_1) {
  var $3_1 = Math_fround(0), $4_1 = Math_fround(0), $5_1 = Math_fround(0), $6_1 = Math_fround(0), $7_1 = Math_fround(0), $8_1 = Math_fround(0), $9_1 = Math_fround(0), $10_1 = Math_fround(0), $11_1 = 0;
  $5_1 = HEAPF32[$2_1 >> 2];
  $6_1 = Math_fround(HEAPF32[$1_1 >> 2] - HEAPF32[$0_1 >> 2]);
  $7_1 = HEAPF32[$2_1 + 4 >> 2];
  $8_1 = Math_fround(HEAPF32[$1_1 + 4 >> 2] - HEAPF32[$0_1 + 4 >> 2]);
  $9_1 = Math_fround(Math_fround($5_1 * $6_1) + Math_fround($7_1 * $8_1));
  $3_1 = HEAPF32[$0_1 + 16 >> 2];
  $4_1 = HEAPF32[$1_1 + 16 >> 2];
  $10_1 = Math_fround(Math_fround($3_1 + $4_1) * Math_fround(.5));
  if (!(!(Math_fround(Math_abs(Math_fround(Math_fround(HEAPF32[$0_1 + 12 >> 2] * HEAPF32[$1_1 + 12 >> 2]) + Math_fround(HEAPF32[$0_1 + 8 >> 2] * HEAPF32[$1_1 + 8 >> 2])))) > Math_fround(.8830000162124634)) | (!($9_1 > Math_fround($10_1 * Math_fround(.6000000238418579))) | !(Math_fround($10_1 * Math_fround(1.25)) > $9_1) | !(Math_fround(Math_abs(Math_fround(Math_fround($7_1 * $6_1) - Math_fround($5_1 * $8_1)))) < Math_fround(Math_fround(Math_fround(HEAPF32[$0_1 + 20 >> 2] + HEAPF32[$1_1 + 20 >> 2]) * Math_fround(.5)) * Math_fround(.5)))))) {
   $11_1 = Math_fround(($3_1 < $4_1 ? $3_1 : $4_1) * Math_fround(1.6699999570846558)) > ($3_1 > $4_1 ? $3_1 : $4_1)
  }
  return $11_1;
 }
 
 function $16($0_1, $1_1) {
  var $2_1 = Math_fround(0), $3_1 = Math_fround(0), $4_1 = 0, $5_1 = Math_fround(0), $6_1 = 0, $7_1 = Math_fround(0), $8_1 = Math_fround(0), $9_1 = Math_fround(0), $10_1 = Math_fround(0), $11_1 = Math_fround(0), $12_1 = Math_fround(0), $13_1 = Math_fround(0), $14_1 = Math_fround(0), $15_1 = Math_fround(0), $16_1 = 0;
  block : {
   if (HEAP32[$0_1 >> 2] < 2 | HEAP32[$1_1 >> 2] < 2) {
    break block
   }
   $2_1 = HEAPF32[$1_1 + 12 >> 2];
   $5_1 = HEAPF32[$1_1 + 16 >> 2];
   if (Math_fround(Math_fround($2_1 * HEAPF32[$0_1 + 12 >> 2]) + Math_fround($5_1 * HEAPF32[$0_1 + 16 >> 2])) < Math_fround(.9700000286102295)) {
    break block
   }
   $6_1 = HEAP32[$1_1 + 4 >> 2];
   $10_1 = HEAPF32[$6_1 + 16 >> 2];
   $4_1 = HEAP32[$0_1 + 8 >> 2];
   $3_1 = HEAPF32[$6_1 >> 2];
   $11_1 = Math_fround(HEAPF32[$4_1 >> 2] - $3_1);
   $7_1 = HEAPF32[$6_1 + 4 >> 2];
   $12_1 = Math_fround(HEAPF32[$4_1 + 4 >> 2] - $7_1);
   $8_1 = Math_fround(Math_fround($2_1 * $11_1) + Math_fround($5_1 * $12_1));
   $4_1 = HEAP32[$0_1 + 4 >> 2];
   $13_1 = Math_fround(HEAPF32[$4_1 >> 2] - $3_1);
   $14_1 = Math_fround(HEAPF32[$4_1 + 4 >> 2] - $7_1);
   $9_1 = Math_fround(Math_fround($2_1 * $13_1) + Math_fround($5_1 * $14_1));
   $15_1 = Math_fround($8_1 - $9_1);
   $4_1 = HEAP32[$1_1 + 8 >> 2];
   $3_1 = Math_fround(Math_fround($2_1 * Math_fround(HEAPF32[$4_1 >> 2] - $3_1)) + Math_fround($5_1 * Math_fround(HEAPF32[$4_1 + 4 >> 2] - $7_1)));
   if (!(Math_fround($10_1 + Math_fround(($3_1 > $8_1 ? $8_1 : $3_1) - ($9_1 > Math_fround(0.0) ? $9_1 : Math_fround(0.0)))) > Math_fround(Math_fround($10_1 + ($3_1 > $15_1 ? $15_1 : $3_1)) * Math_fround(.6000000238418579)))) {
    break block
   }
   $2_1 = Math_fround(Math_fround(Math_fround(Math_fround($5_1 * $13_1) - Math_fround($2_1 * $14_1)) + Math_fround(Math_fround($5_1 * $11_1) - Math_fround($2_1 * $12_1))) * Math_fround(.5));
   $3_1 = HEAPF32[$6_1 + 20 >> 2];
   if (!($2_1 > Math_fround($3_1 * Math_fround(.6000000238418579))) | !($2_1 < Math_fround($3_1 * Math_fround(1.2999999523162842)))) {
    break block
   }
   $2_1 = HEAPF32[$0_1 + 24 >> 2];
   if (!($2_1 < Math_fround(1.3200000524520874))) {
    break block
   }
   $16_1 = $2_1 < Math_fround(HEAPF32[$1_1 + 24 >> 2] + Math_fround(-.05999999865889549));
  }
  return $16_1;
 }
 
 function $17($0_1, $1_1, $2_1, $3_1) {
  var $4_1 = 0, $5_1 = 0, $6_1 = 0, $7_1 = Math_fround(0), $8_1 = Math_fround(0), $9_1 = Math_fround(0), $10_1 = Math_fround(0), $11_1 = 0, $12_1 = Math_fround(0), $13_1 = Math_fround(0), $14_1 = Math_fround(0), $15_1 = 0, $16_1 = Math_fround(0), $17_1 = Math_fround(0), $18_1 = 0, $19_1 = 0, $20_1 = 0, $21_1 = 0, $22_1 = 0;
  $11_1 = ($3_1 | 0) <= 0;
  if (!$11_1) {
   $8_1 = Math_fround($3_1 >>> 0);
   $4_1 = $2_1;
   $5_1 = $3_1;
   while (1) {
    $6_1 = Math_imul(HEAP32[$4_1 >> 2], 24) + $1_1 | 0;
    $10_1 = Math_fround($10_1 + Math_fround(Math_fround(HEAPF32[$6_1 + 20 >> 2] / HEAPF32[$6_1 + 16 >> 2]) / $8_1));
    $4_1 = $4_1 + 4 | 0;
    $9_1 = Math_fround($9_1 + Math_fround(HEAPF32[$6_1 + 4 >> 2] / $8_1));
    $13_1 = Math_fround($13_1 + Math_fround(HEAPF32[$6_1 >> 2] / $8_1));
    $5_1 = $5_1 - 1 | 0;
    if ($5_1) {
     continue
    }
    break;
   };
  }
  HEAP32[$0_1 >> 2] = $3_1;
  HEAPF32[$0_1 + 24 >> 2] = $10_1;
  HEAPF32[$0_1 + 20 >> 2] = $9_1;
  $4_1 = Math_imul(HEAP32[$2_1 >> 2], 24) + $1_1 | 0;
  $10_1 = HEAPF32[$4_1 + 8 >> 2];
  HEAPF32[$0_1 + 16 >> 2] = $10_1;
  $8_1 = Math_fround(-HEAPF32[$4_1 + 12 >> 2]);
  HEAPF32[$0_1 + 12 >> 2] = $8_1;
  block : {
   if ($11_1) {
    $6_1 = 0;
    break block;
   }
   $5_1 = $2_1;
   $4_1 = $3_1;
   while (1) {
    $6_1 = Math_imul(HEAP32[$5_1 >> 2], 24) + $1_1 | 0;
    $12_1 = Math_fround(HEAPF32[$6_1 >> 2] - $13_1);
    $14_1 = Math_fround(HEAPF32[$6_1 + 4 >> 2] - $9_1);
    $7_1 = Math_fround($7_1 + Math_fround($12_1 * $14_1));
    $5_1 = $5_1 + 4 | 0;
    $16_1 = Math_fround($16_1 + Math_fround($14_1 * $14_1));
    $17_1 = Math_fround($17_1 + Math_fround($12_1 * $12_1));
    $4_1 = $4_1 - 1 | 0;
    if ($4_1) {
     continue
    }
    break;
   };
   $6_1 = ($3_1 | 0) != 1;
   block1 : {
    if (!$6_1) {
     break block1
    }
    $9_1 = Math_fround(Math_fround($17_1 - $16_1) * Math_fround(.5));
    $13_1 = $7(Math_fround(Math_fround($7_1 * $7_1) + Math_fround($9_1 * $9_1)));
    $4_1 = $9_1 < Math_fround(0.0);
    $12_1 = $4_1 ? $7_1 : Math_fround($9_1 + $13_1);
    $7_1 = $4_1 ? Math_fround($13_1 - $9_1) : $7_1;
    $9_1 = $7(Math_fround(Math_fround($12_1 * $12_1) + Math_fround($7_1 * $7_1)));
    if (!($9_1 > Math_fround(0.0))) {
     break block1
    }
    $10_1 = Math_fround($7_1 / $9_1);
    HEAPF32[$0_1 + 16 >> 2] = $10_1;
    $8_1 = Math_fround($12_1 / $9_1);
    HEAPF32[$0_1 + 12 >> 2] = $8_1;
   }
   $7_1 = Math_fround(0.0);
   $5_1 = $2_1;
   $4_1 = $3_1;
   while (1) {
    $11_1 = Math_imul(HEAP32[$5_1 >> 2], 24) + $1_1 | 0;
    $7_1 = Math_fround($7_1 + (Math_fround(HEAPF32[$11_1 + 8 >> 2] * $10_1) > Math_fround(HEAPF32[$11_1 + 12 >> 2] * $8_1) ? Math_fround(1.0) : Math_fround(-1.0)));
    $5_1 = $5_1 + 4 | 0;
    $4_1 = $4_1 - 1 | 0;
    if ($4_1) {
     continue
    }
    break;
   };
  }
  if (($7_1 == Math_fround(0.0) ? $8_1 : $7_1) < Math_fround(0.0)) {
   $10_1 = Math_fround(-$10_1);
   HEAPF32[$0_1 + 16 >> 2] = $10_1;
   $8_1 = Math_fround(-$8_1);
   HEAPF32[$0_1 + 12 >> 2] = $8_1;
  }
  if ($6_1) {
   $11_1 = 2;
   $4_1 = $2_1;
   $15_1 = 1;
   while (1) {
    $5_1 = $4_1;
    $6_1 = $11_1;
    while (1) {
     $18_1 = $5_1 + 4 | 0;
     $19_1 = HEAP32[$18_1 >> 2];
     $20_1 = Math_imul($19_1, 24) + $1_1 | 0;
     $21_1 = HEAP32[$5_1 >> 2];
     $22_1 = Math_imul($21_1, 24) + $1_1 | 0;
     if (Math_fround(Math_fround($8_1 * Math_fround(HEAPF32[$20_1 >> 2] - HEAPF32[$22_1 >> 2])) + Math_fround($10_1 * Math_fround(HEAPF32[$20_1 + 4 >> 2] - HEAPF32[$22_1 + 4 >> 2]))) < Math_fround(0.0)) {
      HEAP32[$5_1 >> 2] = $19_1;
      HEAP32[$18_1 >> 2] = $21_1;
      $5_1 = $5_1 - 4 | 0;
      $6_1 = $6_1 - 1 | 0;
      if (($6_1 | 0) > 1) {
       continue
      }
     }
     break;
    };
    $4_1 = $4_1 + 4 | 0;
    $11_1 = $11_1 + 1 | 0;
    $15_1 = $15_1 + 1 | 0;
    if (($15_1 | 0) != ($3_1 | 0)) {
     continue
    }
    break;
   };
  }
  HEAP32[$0_1 + 4 >> 2] = Math_imul(HEAP32[$2_1 >> 2], 24) + $1_1;
  HEAP32[$0_1 + 8 >> 2] = Math_imul(HEAP32[(($3_1 << 2) + $2_1 | 0) - 4 >> 2], 24) + $1_1;
 }
 
 function $18($0_1, $1_1) {
  var $2_1 = 0, $3_1 = 0, $4_1 = 0, $5_1 = Math_fround(0);
  $2_1 = global$0 - 800 | 0;
  global$0 = $2_1;
  $2_1 = $20($2_1, 800);
  if (($1_1 | 0) > 0) {
   $3_1 = $0_1 + 16 | 0;
   $0_1 = $2_1;
   $4_1 = $1_1;
   while (1) {
    HEAPF32[$0_1 >> 2] = HEAPF32[$3_1 >> 2];
    $0_1 = $0_1 + 4 | 0;
    $3_1 = $3_1 + 24 | 0;
    $4_1 = $4_1 - 1 | 0;
    if ($4_1) {
     continue
    }
    break;
   };
  }
  $5_1 = $19($2_1, $1_1);
  global$0 = $2_1 + 800 | 0;
  return $5_1;
 }
 
 function $19($0_1, $1_1) {
  var $2_1 = 0, $3_1 = 0, $4_1 = 0, $5_1 = 0, $6_1 = 0, $7_1 = Math_fround(0), $8_1 = 0, $9_1 = Math_fround(0);
  if (($1_1 | 0) >= 2) {
   $3_1 = $0_1;
   $4_1 = 2;
   $5_1 = 1;
   while (1) {
    $2_1 = $3_1;
    $6_1 = $4_1;
    while (1) {
     $7_1 = HEAPF32[$2_1 >> 2];
     $8_1 = $2_1 + 4 | 0;
     $9_1 = HEAPF32[$8_1 >> 2];
     if ($7_1 > $9_1) {
      HEAPF32[$2_1 >> 2] = $9_1;
      HEAPF32[$8_1 >> 2] = $7_1;
      $2_1 = $2_1 - 4 | 0;
      $6_1 = $6_1 - 1 | 0;
      if (($6_1 | 0) > 1) {
       continue
      }
     }
     break;
    };
    $3_1 = $3_1 + 4 | 0;
    $4_1 = $4_1 + 1 | 0;
    $5_1 = $5_1 + 1 | 0;
    if (($5_1 | 0) != ($1_1 | 0)) {
     continue
    }
    break;
   };
  }
  return HEAPF32[(($1_1 | 0) / 2 << 2) + $0_1 >> 2];
 }
 
 function $20($0_1, $1_1) {
  var $2_1 = 0;
  if ($1_1) {
   $2_1 = $0_1;
   while (1) {
    HEAP8[$2_1 | 0] = 0;
    $2_1 = $2_1 + 1 | 0;
    $1_1 = $1_1 - 1 | 0;
    if ($1_1) {
     continue
    }
    break;
   };
  }
  return $0_1;
 }
 
 function $21($0_1, $1_1, $2_1) {
  $0_1 = $0_1 | 0;
  $1_1 = $1_1 | 0;
  $2_1 = $2_1 | 0;
  var $3_1 = 0, $4_1 = 0;
  block : {
   if (($2_1 | 0) > 16384 | ($1_1 | 0) > 16384 | (($1_1 | 0) <= 0 | $0_1 >>> 0 > 4194304) | ($2_1 | 0) <= 0) {
    break block
   }
   $3_1 = Math_imul($1_1, $2_1);
   if ($3_1 >>> 0 > 13e6) {
    break block
   }
   HEAP32[262156] = $1_1;
   HEAP32[262155] = $0_1;
   HEAP32[262157] = $2_1;
   HEAP32[262152] = 1067856;
   $0_1 = $0_1 + 1067871 & -16;
   HEAP32[262153] = $0_1;
   $0_1 = ($0_1 + Math_imul($3_1, 3) | 0) + 15 & -16;
   HEAP32[262154] = $0_1;
   $4_1 = 1;
   $0_1 = $0_1 + 67174399 >>> 16 | 0;
   $1_1 = __wasm_memory_size();
   if ($0_1 >>> 0 <= $1_1 >>> 0) {
    break block
   }
   $4_1 = (__wasm_memory_grow($0_1 - $1_1 | 0) | 0) != -1;
  }
  return $4_1 | 0;
 }
 
 function $22() {
  return HEAP32[262152];
 }
 
 function $23() {
  return HEAP32[262153];
 }
 
 function $24() {
  var $0_1 = 0, $1_1 = 0, $2_1 = 0, $3_1 = Math_fround(0), $4_1 = 0, $5_1 = Math_fround(0), $6_1 = 0, $7_1 = Math_fround(0), $8_1 = 0, $9_1 = 0, $10_1 = 0, $11_1 = 0, $12_1 = 0, $13_1 = 0, $14_1 = 0, $15_1 = 0, $16_1 = Math_fround(0), $17_1 = 0, $18_1 = 0, $19_1 = 0, $20_1 = 0, $21_1 = 0, $22_1 = Math_fround(0), $23_1 = 0, $24_1 = 0, $25_1 = 0, $26 = 0, $27 = 0, $28 = 0, $29 = 0, $30 = 0, $31 = 0, $32 = 0, $33 = 0, $34 = Math_fround(0), $35 = 0, $36 = Math_fround(0), $37 = 0, $38 = 0, $39 = 0, $40 = 0, $41 = Math_fround(0), $42 = 0, $43 = 0, $44 = Math_fround(0), $45 = Math_fround(0), $46 = Math_fround(0), $47 = Math_fround(0), $48 = 0, $49 = Math_fround(0), wasm2js_i32$0 = 0, wasm2js_i32$1 = 0;
  $27 = global$0 - 32 | 0;
  global$0 = $27;
  HEAP32[$27 + 20 >> 2] = HEAP32[262153];
  HEAP32[$27 + 24 >> 2] = HEAP32[262156];
  HEAP32[$27 + 28 >> 2] = HEAP32[262157];
  $0_1 = HEAP32[262151];
  HEAP32[$27 + 8 >> 2] = HEAP32[262150];
  HEAP32[$27 + 12 >> 2] = $0_1;
  $0_1 = HEAP32[262152];
  $8_1 = HEAP32[262155];
  $9_1 = HEAP32[262154];
  $33 = $27 + 8 | 0;
  $20_1 = global$0 - 816 | 0;
  global$0 = $20_1;
  HEAP32[$20_1 + 8 >> 2] = 67108864;
  HEAP32[$20_1 + 4 >> 2] = $9_1;
  $28 = 2;
  $21_1 = $27 + 20 | 0;
  $6_1 = HEAP32[$21_1 + 4 >> 2];
  block : {
   if (($6_1 | 0) <= 0 | $6_1 >>> 0 > 16384) {
    break block
   }
   $11_1 = HEAP32[$21_1 + 8 >> 2];
   if ($11_1 - 16385 >>> 0 < 4294950912 | Math_imul($6_1, $11_1) >>> 0 > 13e6) {
    break block
   }
   HEAP32[$20_1 + 12 >> 2] = 63112;
   $28 = 3;
   if (!$9_1) {
    break block
   }
   $11_1 = $20_1 + 4 | 0;
   block1 : {
    if (HEAPU8[$0_1 | 0] != 84 | $8_1 >>> 0 < 76 | (HEAPU8[$0_1 + 1 | 0] != 82 | HEAPU8[$0_1 + 2 | 0] != 86)) {
     break block1
    }
    if (HEAPU8[$0_1 + 3 | 0] != 49) {
     break block1
    }
    $6_1 = HEAPU8[$0_1 + 4 | 0] | HEAPU8[$0_1 + 5 | 0] << 8 | (HEAPU8[$0_1 + 6 | 0] << 16 | HEAPU8[$0_1 + 7 | 0] << 24);
    HEAP32[$9_1 + 64 >> 2] = $6_1;
    $14_1 = HEAPU8[$0_1 + 8 | 0] | HEAPU8[$0_1 + 9 | 0] << 8 | (HEAPU8[$0_1 + 10 | 0] << 16 | HEAPU8[$0_1 + 11 | 0] << 24);
    HEAP32[$9_1 + 2372 >> 2] = $14_1;
    if ($6_1 - 65 >>> 0 < 4294967232 | $14_1 - 65 >>> 0 < 4294967232) {
     break block1
    }
    $15_1 = Math_imul($14_1, 40);
    $14_1 = Math_imul($6_1, 40);
    if ($8_1 >>> 0 < ($15_1 + $14_1 | 0) + 76 >>> 0) {
     break block1
    }
    $13_1 = $9_1 + 2372 | 0;
    $17_1 = $9_1 - -64 | 0;
    while (1) {
     $6_1 = ($0_1 + $2_1 | 0) + 12 | 0;
     HEAP32[$2_1 + $9_1 >> 2] = HEAPU8[$6_1 | 0] | HEAPU8[$6_1 + 1 | 0] << 8 | (HEAPU8[$6_1 + 2 | 0] << 16 | HEAPU8[$6_1 + 3 | 0] << 24);
     $2_1 = $2_1 + 4 | 0;
     if (($2_1 | 0) != 64) {
      continue
     }
     break;
    };
    $6_1 = $9_1 + 28 | 0;
    $2_1 = 0;
    while (1) {
     if (!(HEAPF32[$6_1 + $12_1 >> 2] > Math_fround(0.0))) {
      break block1
     }
     $12_1 = $12_1 + 4 | 0;
     if (($12_1 | 0) != 12) {
      continue
     }
     break;
    };
    $6_1 = $0_1 + 76 | 0;
    if (!$4($0_1, $8_1, $6_1, 64, $11_1, $17_1)) {
     break block1
    }
    if (!$4($0_1, $8_1, $6_1 + $14_1 | 0, 48, $11_1, $13_1) | HEAP32[(Math_imul(HEAP32[$9_1 + 64 >> 2], 36) + $9_1 | 0) + 48 >> 2] != 7) {
     break block1
    }
    $2_1 = HEAP32[(Math_imul(HEAP32[$9_1 + 2372 >> 2], 36) + $9_1 | 0) + 2356 >> 2] == 20;
   }
   if (!$2_1) {
    $28 = 1;
    break block;
   }
   $0_1 = HEAP32[$21_1 + 8 >> 2];
   $2_1 = HEAP32[$21_1 + 4 >> 2];
   $38 = $9_1 + 4688 | 0;
   if (!$0($9_1, $21_1, 640, $20_1 + 4 | 0, $33, Math_fround(0.0), Math_fround(.30000001192092896), $38)) {
    break block
   }
   $6_1 = $9_1 + 4692 | 0;
   $17_1 = HEAP32[$9_1 + 4688 >> 2];
   $3_1 = $18($6_1, $17_1);
   $0_1 = ($0_1 | 0) < ($2_1 | 0) ? $2_1 : $0_1;
   block2 : {
    if (($0_1 | 0) < 641) {
     break block2
    }
    $5_1 = Math_fround($0_1 | 0);
    $3_1 = Math_fround(Math_fround($3_1 * Math_fround(640.0)) / $5_1);
    if (($17_1 | 0) != 0 & $3_1 >= Math_fround(28.0)) {
     break block2
    }
    if ($17_1) {
     $3_1 = Math_fround(Math_fround(21760.0) / $3_1);
     $3_1 = $3_1 < Math_fround(1280.0) ? $3_1 : Math_fround(1280.0);
     $3_1 = $3_1 < Math_fround(960.0) ? Math_fround(960.0) : $3_1;
    } else {
     $3_1 = Math_fround(1280.0)
    }
    $3_1 = $3_1 < $5_1 ? $3_1 : $5_1;
    block3 : {
     if (Math_fround(Math_abs($3_1)) < Math_fround(2147483648.0)) {
      $0_1 = ~~$3_1;
      break block3;
     }
     $0_1 = -2147483648;
    }
    if (!$0($9_1, $21_1, $0_1, $20_1 + 4 | 0, $33, Math_fround(.30000001192092896), Math_fround(.699999988079071), $38)) {
     break block
    }
    $17_1 = HEAP32[$38 >> 2];
   }
   $37 = $9_1 + 60708 | 0;
   $12($6_1, $17_1, $37);
   $0_1 = global$0 - 32 | 0;
   global$0 = $0_1;
   if (HEAP32[$37 >> 2] > 0) {
    $11_1 = $37 + 4 | 0;
    $14_1 = $37 + 1604 | 0;
    while (1) {
     $8_1 = $14_1 + ($10_1 << 2) | 0;
     $13_1 = $11_1 + ($1_1 << 2) | 0;
     $17($0_1 + 4 | 0, $6_1, $8_1, HEAP32[$13_1 >> 2]);
     $2_1 = HEAP32[$0_1 + 4 >> 2];
     if (($2_1 | 0) > 0) {
      $3_1 = HEAPF32[$0_1 + 16 >> 2];
      $7_1 = Math_fround(-$3_1);
      $5_1 = HEAPF32[$0_1 + 20 >> 2];
      $16_1 = Math_fround(-$5_1);
      $17_1 = $2_1 >>> 0 < 3;
      while (1) {
       block4 : {
        if ($17_1) {
         break block4
        }
        $12_1 = Math_imul(HEAP32[$8_1 >> 2], 24) + $6_1 | 0;
        $34 = Math_fround(Math_fround(HEAPF32[$12_1 + 8 >> 2] * $5_1) - Math_fround(HEAPF32[$12_1 + 12 >> 2] * $3_1));
        if (Math_fround(Math_abs($34)) < Math_fround(.8830000162124634)) {
         break block4
        }
        $23_1 = $34 > Math_fround(0.0);
        HEAPF32[$12_1 + 12 >> 2] = $23_1 ? $7_1 : $3_1;
        HEAPF32[$12_1 + 8 >> 2] = $23_1 ? $5_1 : $16_1;
       }
       $8_1 = $8_1 + 4 | 0;
       $2_1 = $2_1 - 1 | 0;
       if ($2_1) {
        continue
       }
       break;
      };
     }
     $10_1 = HEAP32[$13_1 >> 2] + $10_1 | 0;
     $1_1 = $1_1 + 1 | 0;
     if (($1_1 | 0) < HEAP32[$37 >> 2]) {
      continue
     }
     break;
    };
   }
   global$0 = $0_1 + 32 | 0;
   HEAP32[$9_1 + 9504 >> 2] = 0;
   $39 = $9_1 + 9508 | 0;
   if (HEAP32[$9_1 + 4688 >> 2] > 0) {
    $43 = $9_1 + 14308 | 0;
    $17_1 = 0;
    while (1) {
     $2_1 = HEAP32[$6_1 + 4 >> 2];
     $1_1 = HEAP32[$9_1 + 9504 >> 2];
     $23_1 = Math_imul($1_1, 24) + $39 | 0;
     $0_1 = $23_1;
     HEAP32[$0_1 >> 2] = HEAP32[$6_1 >> 2];
     HEAP32[$0_1 + 4 >> 2] = $2_1;
     $0_1 = HEAP32[$6_1 + 12 >> 2];
     HEAP32[$23_1 + 8 >> 2] = HEAP32[$6_1 + 8 >> 2];
     HEAP32[$23_1 + 12 >> 2] = $0_1;
     $0_1 = HEAP32[$6_1 + 20 >> 2];
     HEAP32[$23_1 + 16 >> 2] = HEAP32[$6_1 + 16 >> 2];
     HEAP32[$23_1 + 20 >> 2] = $0_1;
     $0_1 = $23_1;
     $35 = Math_imul($1_1, 232) + $43 | 0;
     $12_1 = 0;
     $29 = 0;
     $13_1 = global$0 - 672 | 0;
     global$0 = $13_1;
     block6 : {
      block5 : {
       $25_1 = $20_1 + 4 | 0;
       $1_1 = HEAP32[$25_1 + 4 >> 2];
       if ($1_1 >>> 0 >= 27648) {
        $2_1 = $1_1 - 27648 | 0;
        $40 = HEAP32[$25_1 + 8 >> 2];
        $1_1 = $40 + 15 & -16;
        if ($2_1 >>> 0 >= $1_1 >>> 0) {
         break block5
        }
       }
       break block6;
      }
      HEAP32[$25_1 + 8 >> 2] = $1_1 + 27648;
      $2_1 = HEAP32[$25_1 >> 2];
      if (!$2_1) {
       break block6
      }
      $30 = $13_1 + 512 | 0;
      $15_1 = $13_1 + 212 | 0;
      $31 = $1_1 + $2_1 | 0;
      $1_1 = global$0 - 16 | 0;
      $10_1 = $0_1;
      $3_1 = Math_fround(Math_fround(HEAPF32[$0_1 + 16 >> 2] * Math_fround(1.600000023841858)) / Math_fround(48.0));
      $5_1 = $3_1 < Math_fround(5.0) ? $3_1 : Math_fround(5.0);
      $5_1 = $5_1 < Math_fround(0.0) ? Math_fround(0.0) : $5_1;
      block7 : {
       if (Math_fround(Math_abs($5_1)) < Math_fround(2147483648.0)) {
        $8_1 = ~~$5_1;
        break block7;
       }
       $8_1 = -2147483648;
      }
      $14_1 = $8_1 + 1 | 0;
      $0_1 = Math_imul($14_1, $14_1);
      $18_1 = $0_1 >>> 0 <= 1 ? 1 : $0_1;
      $5_1 = Math_fround(Math_fround(1.0) / Math_fround(Math_fround($0_1 >>> 0) * Math_fround(255.0)));
      $34 = Math_fround($14_1 | 0);
      while (1) {
       HEAP32[$1_1 + 8 >> 2] = 0;
       HEAP32[$1_1 >> 2] = 0;
       HEAP32[$1_1 + 4 >> 2] = 0;
       $7_1 = Math_fround(0.0);
       $16_1 = Math_fround(0.0);
       $36 = Math_fround(0.0);
       if ($14_1) {
        $0_1 = ($12_1 >>> 0) / 48 | 0;
        $44 = Math_fround($0_1 >>> 0);
        $45 = Math_fround($12_1 - Math_imul($0_1, 48) >>> 0);
        $46 = HEAPF32[$10_1 + 4 >> 2];
        $36 = HEAPF32[$10_1 + 8 >> 2];
        $41 = HEAPF32[$10_1 + 12 >> 2];
        $47 = HEAPF32[$10_1 >> 2];
        $11_1 = 0;
        while (1) {
         $0_1 = ($11_1 | 0) / ($14_1 | 0) | 0;
         $16_1 = Math_fround($3_1 * Math_fround(Math_fround(Math_fround(Math_fround(Math_fround($11_1 - Math_imul($0_1, $14_1) >>> 0) + Math_fround(.5)) / $34) + $45) + Math_fround(-24.0)));
         $22_1 = Math_fround($3_1 * Math_fround(Math_fround(24.0) - Math_fround(Math_fround(Math_fround(Math_fround($0_1 | 0) + Math_fround(.5)) / $34) + $44)));
         $7_1 = Math_fround(Math_fround($46 + Math_fround($36 * $16_1)) + Math_fround($41 * $22_1));
         $16_1 = Math_fround(Math_fround($47 - Math_fround($41 * $16_1)) + Math_fround($36 * $22_1));
         block10 : {
          if (($8_1 | 0) >= 2) {
           $22_1 = Math_fround(HEAP32[$21_1 + 8 >> 2] - 1 | 0);
           $7_1 = $7_1 < $22_1 ? $7_1 : $22_1;
           $7_1 = $7_1 < Math_fround(0.0) ? Math_fround(0.0) : $7_1;
           block8 : {
            if (Math_fround(Math_abs($7_1)) < Math_fround(2147483648.0)) {
             $2_1 = ~~$7_1;
             break block8;
            }
            $2_1 = -2147483648;
           }
           $0_1 = HEAP32[$21_1 + 4 >> 2];
           $2_1 = Math_imul($2_1, $0_1);
           $19_1 = HEAP32[$21_1 >> 2];
           $7_1 = Math_fround($0_1 - 1 | 0);
           $7_1 = $7_1 > $16_1 ? $16_1 : $7_1;
           $7_1 = $7_1 < Math_fround(0.0) ? Math_fround(0.0) : $7_1;
           block9 : {
            if (Math_fround(Math_abs($7_1)) < Math_fround(2147483648.0)) {
             $0_1 = ~~$7_1;
             break block9;
            }
            $0_1 = -2147483648;
           }
           $4_1 = $19_1 + Math_imul($0_1 + $2_1 | 0, 3) | 0;
           $2_1 = 0;
           $0_1 = $1_1;
           while (1) {
            HEAPF32[$0_1 >> 2] = HEAPF32[$0_1 >> 2] + Math_fround(HEAPU8[$2_1 + $4_1 | 0]);
            $0_1 = $0_1 + 4 | 0;
            $2_1 = $2_1 + 1 | 0;
            if (($2_1 | 0) != 3) {
             continue
            }
            break;
           };
           break block10;
          }
          $4_1 = HEAP32[$21_1 >> 2];
          $16_1 = Math_fround($16_1 + Math_fround(-.5));
          $2_1 = HEAP32[$21_1 + 4 >> 2];
          $22_1 = Math_fround($2_1 - 1 | 0);
          $16_1 = $16_1 < $22_1 ? $16_1 : $22_1;
          $16_1 = $16_1 < Math_fround(0.0) ? Math_fround(0.0) : $16_1;
          block11 : {
           if (Math_fround(Math_abs($16_1)) < Math_fround(2147483648.0)) {
            $0_1 = ~~$16_1;
            break block11;
           }
           $0_1 = -2147483648;
          }
          $19_1 = $0_1 + 1 | 0;
          $19_1 = Math_imul(($2_1 | 0) > ($19_1 | 0) ? $19_1 : $0_1, 3);
          $26 = Math_imul($2_1, 3);
          $7_1 = Math_fround($7_1 + Math_fround(-.5));
          $24_1 = HEAP32[$21_1 + 8 >> 2];
          $22_1 = Math_fround($24_1 - 1 | 0);
          $7_1 = $7_1 < $22_1 ? $7_1 : $22_1;
          $7_1 = $7_1 < Math_fround(0.0) ? Math_fround(0.0) : $7_1;
          block12 : {
           if (Math_fround(Math_abs($7_1)) < Math_fround(2147483648.0)) {
            $2_1 = ~~$7_1;
            break block12;
           }
           $2_1 = -2147483648;
          }
          $32 = $2_1 + 1 | 0;
          $24_1 = Math_imul($26, ($24_1 | 0) > ($32 | 0) ? $32 : $2_1);
          $32 = $4_1 + ($19_1 + $24_1 | 0) | 0;
          $42 = Math_imul($0_1, 3);
          $24_1 = $4_1 + ($24_1 + $42 | 0) | 0;
          $48 = $19_1;
          $19_1 = Math_imul($2_1, $26);
          $26 = $4_1 + ($48 + $19_1 | 0) | 0;
          $4_1 = $4_1 + ($19_1 + $42 | 0) | 0;
          $22_1 = Math_fround($7_1 - Math_fround($2_1 | 0));
          $49 = Math_fround(Math_fround(1.0) - $22_1);
          $7_1 = Math_fround($16_1 - Math_fround($0_1 | 0));
          $16_1 = Math_fround(Math_fround(1.0) - $7_1);
          $0_1 = 0;
          $2_1 = $1_1;
          while (1) {
           HEAPF32[$2_1 >> 2] = HEAPF32[$2_1 >> 2] + Math_fround(Math_fround($49 * Math_fround(Math_fround($16_1 * Math_fround(HEAPU8[$0_1 + $4_1 | 0])) + Math_fround($7_1 * Math_fround(HEAPU8[$0_1 + $26 | 0])))) + Math_fround($22_1 * Math_fround(Math_fround($16_1 * Math_fround(HEAPU8[$0_1 + $24_1 | 0])) + Math_fround($7_1 * Math_fround(HEAPU8[$0_1 + $32 | 0])))));
           $2_1 = $2_1 + 4 | 0;
           $0_1 = $0_1 + 1 | 0;
           if (($0_1 | 0) != 3) {
            continue
           }
           break;
          };
         }
         $11_1 = $11_1 + 1 | 0;
         if (($18_1 | 0) != ($11_1 | 0)) {
          continue
         }
         break;
        };
        $16_1 = HEAPF32[$1_1 + 4 >> 2];
        $36 = HEAPF32[$1_1 >> 2];
        $7_1 = HEAPF32[$1_1 + 8 >> 2];
       }
       $0_1 = ($12_1 << 2) + $31 | 0;
       HEAPF32[$0_1 + 18432 >> 2] = $5_1 * $7_1;
       HEAPF32[$0_1 + 9216 >> 2] = $5_1 * $16_1;
       HEAPF32[$0_1 >> 2] = $5_1 * $36;
       $12_1 = $12_1 + 1 | 0;
       if (($12_1 | 0) != 2304) {
        continue
       }
       break;
      };
      $19_1 = $9_1 + 2372 | 0;
      $11_1 = $13_1 + 432 | 0;
      $0_1 = $13_1;
      $14_1 = 1;
      while (1) {
       $1_1 = HEAP32[$25_1 + 4 >> 2];
       if ($1_1 >>> 0 < 27648) {
        break block6
       }
       $2_1 = $1_1 - 27648 | 0;
       $26 = HEAP32[$25_1 + 8 >> 2];
       $1_1 = $26 + 15 & -16;
       if ($2_1 >>> 0 < $1_1 >>> 0) {
        break block6
       }
       HEAP32[$25_1 + 8 >> 2] = $1_1 + 27648;
       $2_1 = HEAP32[$25_1 >> 2];
       if (!$2_1) {
        break block6
       }
       $18_1 = 0;
       $24_1 = $1_1 + $2_1 | 0;
       $12_1 = $24_1;
       while (1) {
        $32 = Math_imul($18_1, 9216) + $31 | 0;
        $1_1 = ($18_1 << 2) + $9_1 | 0;
        $3_1 = Math_fround(Math_fround(1.0) / HEAPF32[$1_1 + 28 >> 2]);
        $5_1 = HEAPF32[$1_1 + 16 >> 2];
        $4_1 = 2303;
        $2_1 = $12_1;
        $8_1 = 0;
        while (1) {
         $1_1 = $14_1;
         HEAPF32[$2_1 >> 2] = $3_1 * Math_fround(HEAPF32[$32 + (($1_1 ? $8_1 : $4_1) << 2) >> 2] - $5_1);
         $2_1 = $2_1 + 4 | 0;
         $8_1 = $8_1 + 1 | 0;
         $4_1 = $4_1 - 1 | 0;
         if (($4_1 | 0) != -1) {
          continue
         }
         break;
        };
        $12_1 = $12_1 + 9216 | 0;
        $18_1 = $18_1 + 1 | 0;
        if (($18_1 | 0) != 3) {
         continue
        }
        break;
       };
       if (!$6($19_1, $24_1, 48, 48, $25_1, $13_1 + 608 | 0)) {
        break block6
       }
       $8_1 = HEAP32[$13_1 + 624 >> 2] << 2;
       $4_1 = 0;
       $2_1 = HEAP32[$13_1 + 608 >> 2];
       while (1) {
        HEAPF32[$4_1 + $11_1 >> 2] = HEAPF32[$2_1 >> 2];
        $2_1 = $2_1 + $8_1 | 0;
        $4_1 = $4_1 + 4 | 0;
        if (($4_1 | 0) != 80) {
         continue
        }
        break;
       };
       HEAP32[$25_1 + 8 >> 2] = $26;
       $3_1 = HEAPF32[$9_1 + 8 >> 2];
       $11($11_1, 14, $3_1, $13_1 + 608 | 0);
       $11($11_1 + 56 | 0, 4, $3_1, $13_1 + 592 | 0);
       $8_1 = 0;
       $2_1 = $0_1;
       while (1) {
        $3_1 = HEAPF32[($13_1 + 592 | 0) + ($8_1 << 2) >> 2];
        $4_1 = 0;
        while (1) {
         HEAPF32[$2_1 + $4_1 >> 2] = $3_1 * HEAPF32[($13_1 + 608 | 0) + $4_1 >> 2];
         $4_1 = $4_1 + 4 | 0;
         if (($4_1 | 0) != 52) {
          continue
         }
         break;
        };
        $2_1 = $2_1 + 52 | 0;
        $8_1 = $8_1 + 1 | 0;
        if (($8_1 | 0) != 4) {
         continue
        }
        break;
       };
       HEAPF32[$0_1 + 208 >> 2] = HEAPF32[$13_1 + 660 >> 2];
       $14_1 = 0;
       $0_1 = $15_1;
       $11_1 = $30;
       if ($1_1) {
        continue
       }
       break;
      };
      $3_1 = HEAPF32[$13_1 + 504 >> 2];
      $5_1 = HEAPF32[$13_1 + 584 >> 2];
      $26 = $3_1 > $5_1;
      HEAP32[$35 + 4 >> 2] = $26;
      (wasm2js_i32$0 = $35, wasm2js_i32$1 = $9(HEAPF32[($13_1 + 432 | 0) + ($26 ? 156 : 76) >> 2]) < HEAPF32[$9_1 + 12 >> 2]), HEAP32[wasm2js_i32$0 >> 2] = wasm2js_i32$1;
      $1_1 = $35 + 16 | 0;
      $3_1 = $9(Math_fround(Math_fround($3_1 - $5_1) / HEAPF32[$9_1 + 8 >> 2]));
      $5_1 = Math_fround(Math_fround(1.0) - $3_1);
      $4_1 = 0;
      while (1) {
       $0_1 = $4_1 + $13_1 | 0;
       HEAPF32[$1_1 + $4_1 >> 2] = Math_fround($5_1 * HEAPF32[$0_1 >> 2]) + Math_fround($3_1 * HEAPF32[$0_1 + 212 >> 2]);
       $4_1 = $4_1 + 4 | 0;
       if (($4_1 | 0) != 212) {
        continue
       }
       break;
      };
      $5_1 = Math_fround(HEAPF32[$10_1 + 20 >> 2] / HEAPF32[$10_1 + 16 >> 2]);
      $3_1 = Math_fround(0.0);
      $19_1 = 0;
      $1_1 = global$0 - 9520 | 0;
      global$0 = $1_1;
      $0_1 = HEAP32[262145];
      $18_1 = $13_1 + 608 | 0;
      HEAP32[$18_1 >> 2] = HEAP32[262144];
      HEAP32[$18_1 + 4 >> 2] = $0_1;
      $0_1 = HEAP32[262147];
      HEAP32[$18_1 + 8 >> 2] = HEAP32[262146];
      HEAP32[$18_1 + 12 >> 2] = $0_1;
      HEAP32[$18_1 + 16 >> 2] = HEAP32[262148];
      HEAP32[$1_1 + 9504 >> 2] = 12;
      HEAP32[$1_1 + 9508 >> 2] = 37;
      $5_1 = $5_1 < Math_fround(1.5499999523162842) ? $5_1 : Math_fround(1.5499999523162842);
      $5_1 = Math_fround(Math_fround(($5_1 < Math_fround(1.0) ? Math_fround(1.0) : $5_1) * Math_fround(30.0)) * Math_fround(.5));
      $7_1 = Math_fround($5_1 + Math_fround(24.0));
      $7_1 = $7_1 > Math_fround(48.0) ? Math_fround(48.0) : $7_1;
      block13 : {
       if (Math_fround(Math_abs($7_1)) < Math_fround(2147483648.0)) {
        $0_1 = ~~$7_1;
        break block13;
       }
       $0_1 = -2147483648;
      }
      $29 = $0_1 - 2 | 0;
      HEAP32[$1_1 + 9516 >> 2] = $29;
      $15_1 = $1_1;
      $5_1 = Math_fround(Math_fround(24.0) - $5_1);
      $5_1 = $5_1 < Math_fround(0.0) ? Math_fround(0.0) : $5_1;
      block14 : {
       if (Math_fround(Math_abs($5_1)) < Math_fround(2147483648.0)) {
        $30 = ~~$5_1;
        break block14;
       }
       $30 = -2147483648;
      }
      $11_1 = $30 + 3 | 0;
      HEAP32[$1_1 + 9512 >> 2] = $11_1;
      $20($15_1 + 9248 | 0, 256);
      $14_1 = ($11_1 | 0) >= ($29 | 0);
      if (!$14_1) {
       $1_1 = Math_imul($30, 192) + $31 | 0;
       $10_1 = $11_1;
       while (1) {
        $4_1 = 0;
        while (1) {
         $8_1 = $15_1 + 9248 | 0;
         $2_1 = $1_1 + $4_1 | 0;
         $3_1 = Math_fround(Math_fround(Math_fround(Math_fround(HEAPF32[$2_1 + 624 >> 2] * Math_fround(.29899999499320984)) + Math_fround(HEAPF32[$2_1 + 9840 >> 2] * Math_fround(.5870000123977661))) + Math_fround(HEAPF32[$2_1 + 19056 >> 2] * Math_fround(.11400000005960464))) * Math_fround(64.0));
         $3_1 = $3_1 < Math_fround(63.0) ? $3_1 : Math_fround(63.0);
         $3_1 = $3_1 < Math_fround(0.0) ? Math_fround(0.0) : $3_1;
         block15 : {
          if (Math_fround(Math_abs($3_1)) < Math_fround(2147483648.0)) {
           $2_1 = ~~$3_1;
           break block15;
          }
          $2_1 = -2147483648;
         }
         $2_1 = $8_1 + ($2_1 << 2) | 0;
         HEAP32[$2_1 >> 2] = HEAP32[$2_1 >> 2] + 1;
         $4_1 = $4_1 + 4 | 0;
         if (($4_1 | 0) != 100) {
          continue
         }
         break;
        };
        $1_1 = $1_1 + 192 | 0;
        $10_1 = $10_1 + 1 | 0;
        if (($29 | 0) != ($10_1 | 0)) {
         continue
        }
        break;
       };
       $3_1 = Math_fround((Math_imul($0_1, 25) + Math_imul($30, -25) | 0) - 125 | 0);
      }
      $5_1 = Math_fround($3_1 * Math_fround(.019999999552965164));
      $1_1 = 0;
      $4_1 = $15_1 + 9248 | 0;
      $0_1 = 0;
      while (1) {
       block16 : {
        $0_1 = HEAP32[$4_1 >> 2] + $0_1 | 0;
        if (!($5_1 > Math_fround($0_1 | 0))) {
         $10_1 = $1_1;
         break block16;
        }
        $4_1 = $4_1 + 4 | 0;
        $10_1 = 63;
        $1_1 = $1_1 + 1 | 0;
        if (($1_1 | 0) != 63) {
         continue
        }
       }
       break;
      };
      $5_1 = Math_fround($3_1 * Math_fround(.9800000190734863));
      $1_1 = 0;
      $4_1 = $15_1 + 9248 | 0;
      $0_1 = 0;
      while (1) {
       block17 : {
        $0_1 = HEAP32[$4_1 >> 2] + $0_1 | 0;
        if (!($5_1 > Math_fround($0_1 | 0))) {
         $8_1 = $1_1;
         break block17;
        }
        $4_1 = $4_1 + 4 | 0;
        $8_1 = 63;
        $1_1 = $1_1 + 1 | 0;
        if (($1_1 | 0) != 63) {
         continue
        }
       }
       break;
      };
      $5_1 = Math_fround($3_1 * Math_fround(.550000011920929));
      $1_1 = 0;
      $4_1 = $15_1 + 9248 | 0;
      $0_1 = 0;
      while (1) {
       block18 : {
        $0_1 = HEAP32[$4_1 >> 2] + $0_1 | 0;
        if (!($5_1 > Math_fround($0_1 | 0))) {
         $12_1 = $1_1;
         break block18;
        }
        $4_1 = $4_1 + 4 | 0;
        $12_1 = 63;
        $1_1 = $1_1 + 1 | 0;
        if (($1_1 | 0) != 63) {
         continue
        }
       }
       break;
      };
      $3_1 = Math_fround($3_1 * Math_fround(.8999999761581421));
      $1_1 = 0;
      $4_1 = $15_1 + 9248 | 0;
      $0_1 = 0;
      while (1) {
       block19 : {
        $0_1 = HEAP32[$4_1 >> 2] + $0_1 | 0;
        if (!($3_1 > Math_fround($0_1 | 0))) {
         $2_1 = $1_1;
         break block19;
        }
        $4_1 = $4_1 + 4 | 0;
        $2_1 = 63;
        $1_1 = $1_1 + 1 | 0;
        if (($1_1 | 0) != 63) {
         continue
        }
       }
       break;
      };
      $5_1 = Math_fround(Math_fround(Math_fround($12_1 >>> 0) + Math_fround(.5)) * Math_fround(.015625));
      HEAPF32[$18_1 + 20 >> 2] = $5_1;
      $3_1 = Math_fround(Math_fround($8_1 - $10_1 | 0) * Math_fround(.015625));
      block20 : {
       if ($3_1 < Math_fround(.07999999821186066)) {
        break block20
       }
       $1_1 = $15_1 + 9504 | 0;
       $7_1 = $1($31, $1_1, 1, $3_1);
       $3_1 = $1($31, $1_1, 48, $3_1);
       HEAPF32[$18_1 + 16 >> 2] = $3_1 > $7_1 ? $7_1 : $3_1;
       HEAP32[$15_1 + 9240 >> 2] = 0;
       HEAP32[$15_1 + 9232 >> 2] = 0;
       HEAP32[$15_1 + 9236 >> 2] = 0;
       HEAP32[$15_1 + 9224 >> 2] = 0;
       HEAP32[$15_1 + 9216 >> 2] = 0;
       HEAP32[$15_1 + 9220 >> 2] = 0;
       if ($14_1) {
        break block20
       }
       $14_1 = (Math_imul($30, 192) + $31 | 0) + 624 | 0;
       $1_1 = $11_1;
       while (1) {
        $24_1 = Math_imul($1_1, 192) + $31 | 0;
        $8_1 = $14_1;
        $10_1 = 12;
        while (1) {
         $0_1 = $24_1 + ($10_1 << 2) | 0;
         $3_1 = Math_fround(Math_fround(Math_fround(Math_fround(HEAPF32[$0_1 >> 2] * Math_fround(.29899999499320984)) + Math_fround(HEAPF32[$0_1 + 9216 >> 2] * Math_fround(.5870000123977661))) + Math_fround(HEAPF32[$0_1 + 18432 >> 2] * Math_fround(.11400000005960464))) * Math_fround(64.0));
         $3_1 = $3_1 < Math_fround(63.0) ? $3_1 : Math_fround(63.0);
         $3_1 = $3_1 < Math_fround(0.0) ? Math_fround(0.0) : $3_1;
         block21 : {
          if (Math_fround(Math_abs($3_1)) < Math_fround(2147483648.0)) {
           $0_1 = ~~$3_1;
           break block21;
          }
          $0_1 = -2147483648;
         }
         if (!(($0_1 | 0) < ($12_1 | 0) | ($0_1 | 0) > ($2_1 | 0))) {
          $4_1 = 0;
          $0_1 = $8_1;
          while (1) {
           $32 = ($15_1 + 9232 | 0) + $4_1 | 0;
           HEAPF32[$32 >> 2] = HEAPF32[$0_1 >> 2] + HEAPF32[$32 >> 2];
           $0_1 = $0_1 + 9216 | 0;
           $4_1 = $4_1 + 4 | 0;
           if (($4_1 | 0) != 12) {
            continue
           }
           break;
          };
          $19_1 = $19_1 + 1 | 0;
         }
         $8_1 = $8_1 + 4 | 0;
         $10_1 = $10_1 + 1 | 0;
         if (($10_1 | 0) != 37) {
          continue
         }
         break;
        };
        $14_1 = $14_1 + 192 | 0;
        $1_1 = $1_1 + 1 | 0;
        if (($29 | 0) != ($1_1 | 0)) {
         continue
        }
        break;
       };
       if (!$19_1 | $5_1 < Math_fround(.30000001192092896)) {
        break block20
       }
       $5_1 = Math_fround($19_1 | 0);
       $4_1 = 0;
       while (1) {
        $1_1 = ($15_1 + 9232 | 0) + $4_1 | 0;
        $3_1 = Math_fround(HEAPF32[$1_1 >> 2] / $5_1);
        HEAPF32[$1_1 >> 2] = $3_1 > Math_fround(.019999999552965164) ? $3_1 : Math_fround(.019999999552965164);
        $4_1 = $4_1 + 4 | 0;
        if (($4_1 | 0) != 12) {
         continue
        }
        break;
       };
       $12_1 = (Math_imul($30, 192) + $31 | 0) + 624 | 0;
       $2_1 = $11_1;
       $3_1 = Math_fround(0.0);
       while (1) {
        $8_1 = $15_1 + Math_imul($2_1, 192) | 0;
        $1_1 = $12_1;
        $10_1 = 12;
        while (1) {
         $5_1 = Math_fround(0.0);
         $4_1 = 0;
         $0_1 = $1_1;
         while (1) {
          $7_1 = $5_1;
          $5_1 = Math_fround(Math_fround(1.0) - Math_fround(HEAPF32[$0_1 >> 2] / HEAPF32[($15_1 + 9232 | 0) + $4_1 >> 2]));
          $5_1 = Math_fround($7_1 + ($5_1 < Math_fround(0.0) ? Math_fround(0.0) : $5_1));
          $0_1 = $0_1 + 9216 | 0;
          $4_1 = $4_1 + 4 | 0;
          if (($4_1 | 0) != 12) {
           continue
          }
          break;
         };
         HEAPF32[$8_1 + ($10_1 << 2) >> 2] = $5_1;
         $3_1 = $3_1 > $5_1 ? $3_1 : $5_1;
         $1_1 = $1_1 + 4 | 0;
         $10_1 = $10_1 + 1 | 0;
         if (($10_1 | 0) != 37) {
          continue
         }
         break;
        };
        $12_1 = $12_1 + 192 | 0;
        $2_1 = $2_1 + 1 | 0;
        if (($29 | 0) != ($2_1 | 0)) {
         continue
        }
        break;
       };
       $7_1 = Math_fround($3_1 * Math_fround(.6000000238418579));
       $2_1 = (Math_imul($30, 192) + $31 | 0) + 624 | 0;
       $5_1 = Math_fround(0.0);
       while (1) {
        $1_1 = Math_imul($11_1, 48);
        $8_1 = $2_1;
        $10_1 = 12;
        while (1) {
         if (!($7_1 > HEAPF32[$15_1 + ($1_1 + $10_1 << 2) >> 2])) {
          $4_1 = 0;
          $0_1 = $8_1;
          while (1) {
           $12_1 = ($15_1 + 9216 | 0) + $4_1 | 0;
           HEAPF32[$12_1 >> 2] = HEAPF32[$12_1 >> 2] + Math_fround(HEAPF32[$0_1 >> 2] / HEAPF32[($15_1 + 9232 | 0) + $4_1 >> 2]);
           $0_1 = $0_1 + 9216 | 0;
           $4_1 = $4_1 + 4 | 0;
           if (($4_1 | 0) != 12) {
            continue
           }
           break;
          };
          $5_1 = Math_fround($5_1 + Math_fround(1.0));
         }
         $8_1 = $8_1 + 4 | 0;
         $10_1 = $10_1 + 1 | 0;
         if (($10_1 | 0) != 37) {
          continue
         }
         break;
        };
        $2_1 = $2_1 + 192 | 0;
        $11_1 = $11_1 + 1 | 0;
        if (($29 | 0) != ($11_1 | 0)) {
         continue
        }
        break;
       };
       if ($3_1 < Math_fround(.25) | $5_1 < Math_fround(8.0)) {
        break block20
       }
       $4_1 = 4;
       while (1) {
        HEAPF32[$4_1 + $18_1 >> 2] = HEAPF32[($4_1 + $15_1 | 0) + 9212 >> 2] / $5_1;
        $4_1 = $4_1 + 4 | 0;
        if (($4_1 | 0) != 16) {
         continue
        }
        break;
       };
       HEAP32[$18_1 >> 2] = -1;
      }
      global$0 = $15_1 + 9520 | 0;
      $4_1 = 0;
      $1_1 = ($13_1 + 432 | 0) + ($26 ? 80 : 0) | 0;
      $2_1 = $1_1 + 60 | 0;
      $8_1 = 1;
      while (1) {
       $4_1 = HEAPF32[$2_1 >> 2] > HEAPF32[($1_1 + ($4_1 << 2) | 0) + 56 >> 2] ? $8_1 : $4_1;
       $2_1 = $2_1 + 4 | 0;
       $8_1 = $8_1 + 1 | 0;
       if (($8_1 | 0) != 4) {
        continue
       }
       break;
      };
      $1_1 = HEAP32[$13_1 + 628 >> 2];
      HEAP32[$35 + 8 >> 2] = HEAP32[$13_1 + 624 >> 2];
      HEAP32[$35 + 12 >> 2] = $1_1;
      HEAP32[$25_1 + 8 >> 2] = $40;
      $1_1 = HEAP32[$13_1 + 608 >> 2];
      HEAP32[$35 + 228 >> 2] = ($1_1 | 0) >= 0 & ($1_1 | 0) != ($4_1 | 0);
      $29 = 1;
     }
     global$0 = $13_1 + 672 | 0;
     if (!$29) {
      break block
     }
     if (HEAP32[$35 >> 2]) {
      HEAP32[$9_1 + 9504 >> 2] = HEAP32[$9_1 + 9504 >> 2] + 1
     }
     if (HEAP32[$35 + 4 >> 2]) {
      HEAPF32[$23_1 + 8 >> 2] = -HEAPF32[$23_1 + 8 >> 2];
      HEAPF32[$23_1 + 12 >> 2] = -HEAPF32[$23_1 + 12 >> 2];
     }
     $17_1 = $17_1 + 1 | 0;
     $1_1 = HEAP32[$38 >> 2];
     block22 : {
      if (!$33) {
       break block22
      }
      $0_1 = HEAP32[$33 >> 2];
      if (!$0_1) {
       break block22
      }
      FUNCTION_TABLE[$0_1 | 0](HEAP32[$33 + 4 >> 2], Math_fround(Math_fround(Math_fround(Math_fround($17_1 >>> 0) * Math_fround(.30000001192092896)) / Math_fround($1_1 | 0)) + Math_fround(.699999988079071)));
      $1_1 = HEAP32[$38 >> 2];
     }
     $6_1 = $6_1 + 24 | 0;
     if (($1_1 | 0) > ($17_1 | 0)) {
      continue
     }
     break;
    };
    $0_1 = HEAP32[$9_1 + 9504 >> 2];
   } else {
    $0_1 = 0
   }
   $12($39, $0_1, $37);
   $17_1 = 0;
   $2_1 = $20_1 + 16 | 0;
   $20($2_1, 800);
   $0_1 = HEAP32[$9_1 + 9504 >> 2];
   block23 : {
    if (!$0_1) {
     break block23
    }
    $17_1 = 1;
    if (($0_1 | 0) > 0) {
     $1_1 = $9_1 + 14320 | 0;
     $6_1 = $0_1;
     while (1) {
      HEAPF32[$2_1 >> 2] = HEAPF32[$1_1 >> 2];
      $1_1 = $1_1 + 232 | 0;
      $2_1 = $2_1 + 4 | 0;
      $6_1 = $6_1 - 1 | 0;
      if ($6_1) {
       continue
      }
      break;
     };
    }
    $2_1 = $20_1 + 16 | 0;
    if ($19($2_1, $0_1) < Math_fround(.1599999964237213)) {
     break block23
    }
    $17_1 = 3;
    if ($18($39, $0_1) < Math_fround(15.0)) {
     break block23
    }
    if (($0_1 | 0) > 0) {
     $1_1 = $9_1 + 14316 | 0;
     $6_1 = $0_1;
     while (1) {
      HEAPF32[$2_1 >> 2] = HEAPF32[$1_1 >> 2];
      $1_1 = $1_1 + 232 | 0;
      $2_1 = $2_1 + 4 | 0;
      $6_1 = $6_1 - 1 | 0;
      if ($6_1) {
       continue
      }
      break;
     };
    }
    $17_1 = $19($20_1 + 16 | 0, $0_1) < Math_fround(.2199999988079071) ? 2 : 0;
   }
   HEAP32[262158] = $17_1;
   HEAP32[262160] = $0_1;
   $6_1 = HEAP32[$37 >> 2];
   HEAP32[262159] = $6_1;
   if (($6_1 | 0) > 0) {
    $1_1 = 1049444;
    $2_1 = $9_1 + 61512 | 0;
    while (1) {
     HEAP32[$1_1 - 800 >> 2] = HEAP32[$2_1 - 800 >> 2];
     HEAP32[$1_1 >> 2] = HEAP32[$2_1 >> 2];
     $2_1 = $2_1 + 4 | 0;
     $1_1 = $1_1 + 4 | 0;
     $6_1 = $6_1 - 1 | 0;
     if ($6_1) {
      continue
     }
     break;
    };
   }
   if (($0_1 | 0) > 0) {
    $17_1 = 1050248;
    $14_1 = $9_1 + 14308 | 0;
    $13_1 = $9_1 + 62312 | 0;
    $12_1 = $20_1 + 16 | 4;
    $8_1 = 0;
    while (1) {
     $0_1 = Math_imul($8_1, 88) + 1050244 | 0;
     $11_1 = HEAP32[$13_1 + ($8_1 << 2) >> 2];
     $1_1 = Math_imul($11_1, 24) + $39 | 0;
     $3_1 = Math_fround(HEAPF32[$1_1 + 20 >> 2] * Math_fround(.5));
     $5_1 = Math_fround(-$3_1);
     $7_1 = Math_fround(HEAPF32[$1_1 + 16 >> 2] * Math_fround(.5));
     $16_1 = Math_fround(-$7_1);
     $2_1 = -1;
     $6_1 = $17_1;
     while (1) {
      $10_1 = $2_1 >>> 0 < 2;
      $2_1 = $2_1 + 1 | 0;
      $34 = $2_1 >>> 0 < 2 ? $3_1 : $5_1;
      $36 = $10_1 ? $7_1 : $16_1;
      HEAPF32[$6_1 - 4 >> 2] = Math_fround($34 * HEAPF32[$1_1 + 8 >> 2]) + Math_fround(HEAPF32[$1_1 >> 2] - Math_fround(HEAPF32[$1_1 + 12 >> 2] * $36));
      HEAPF32[$6_1 >> 2] = Math_fround(HEAPF32[$1_1 + 4 >> 2] + Math_fround($36 * HEAPF32[$1_1 + 8 >> 2])) + Math_fround($34 * HEAPF32[$1_1 + 12 >> 2]);
      $6_1 = $6_1 + 8 | 0;
      if (($2_1 | 0) != 3) {
       continue
      }
      break;
     };
     $21_1 = $14_1 + Math_imul($11_1, 232) | 0;
     $2_1 = $21_1 + 16 | 0;
     $1_1 = 0;
     while (1) {
      HEAPF32[($20_1 + 16 | 0) + $1_1 >> 2] = HEAPF32[$1_1 + $2_1 >> 2];
      $1_1 = $1_1 + 4 | 0;
      if (($1_1 | 0) != 212) {
       continue
      }
      break;
     };
     $28 = 0;
     HEAP32[$0_1 + 36 >> 2] = 0;
     $11_1 = $0_1 - -64 | 0;
     $10_1 = $0_1 + 40 | 0;
     while (1) {
      $2_1 = 1;
      $6_1 = $12_1;
      $1_1 = 0;
      while (1) {
       $1_1 = HEAPF32[$6_1 >> 2] > HEAPF32[($20_1 + 16 | 0) + ($1_1 << 2) >> 2] ? $2_1 : $1_1;
       $6_1 = $6_1 + 4 | 0;
       $2_1 = $2_1 + 1 | 0;
       if (($2_1 | 0) != 53) {
        continue
       }
       break;
      };
      $2_1 = ($20_1 + 16 | 0) + ($1_1 << 2) | 0;
      $3_1 = HEAPF32[$2_1 >> 2];
      if (!(($28 | 0) >= 2 & $3_1 < Math_fround(1.0000000474974513e-03))) {
       HEAP32[$10_1 + ($28 << 2) >> 2] = $1_1;
       HEAP32[$2_1 >> 2] = -1082130432;
       $1_1 = HEAP32[$0_1 + 36 >> 2];
       $28 = $1_1 + 1 | 0;
       HEAP32[$0_1 + 36 >> 2] = $28;
       HEAPF32[$11_1 + ($1_1 << 2) >> 2] = $3_1;
       if (($1_1 | 0) < 5) {
        continue
       }
      }
      break;
     };
     $1_1 = 1;
     block24 : {
      if (HEAPF32[$11_1 >> 2] < HEAPF32[$9_1 + 4 >> 2]) {
       break block24
      }
      $1_1 = 0;
      if (HEAP32[$10_1 >> 2] == 52) {
       break block24
      }
      $1_1 = HEAP32[$21_1 + 228 >> 2] != 0;
     }
     HEAP32[$0_1 + 32 >> 2] = $1_1;
     $17_1 = $17_1 + 88 | 0;
     $8_1 = $8_1 + 1 | 0;
     if (($8_1 | 0) < HEAP32[262160]) {
      continue
     }
     break;
    };
   }
   $28 = 0;
   if (!$33) {
    break block
   }
   $1_1 = HEAP32[$33 >> 2];
   if (!$1_1) {
    break block
   }
   FUNCTION_TABLE[$1_1 | 0](HEAP32[$33 + 4 >> 2], Math_fround(1.0));
  }
  global$0 = $20_1 + 816 | 0;
  global$0 = $27 + 32 | 0;
  return ($28 ? 0 : 1048632) | 0;
 }
 
 function $25($0_1, $1_1) {
  $0_1 = $0_1 | 0;
  $1_1 = Math_fround($1_1);
  fimport$0(Math_fround($1_1));
 }
 
 bufferView = HEAPU8;
 initActiveSegments(imports);
 var FUNCTION_TABLE = [null, $25];
 function __wasm_memory_size() {
  return buffer.byteLength >> 16;
 }
 
 function __wasm_memory_grow(pagesToAdd) {
  pagesToAdd = pagesToAdd | 0;
  var oldPages = __wasm_memory_size() | 0;
  var newPages = oldPages + pagesToAdd | 0;
  if ((oldPages < newPages) && (newPages < 65536)) {
   var newBuffer = new ArrayBuffer(newPages << 16);
   var newHEAP8 = new Int8Array(newBuffer);
   newHEAP8.set(HEAP8);
   HEAP8 = new Int8Array(newBuffer);
   HEAP16 = new Int16Array(newBuffer);
   HEAP32 = new Int32Array(newBuffer);
   HEAPU8 = new Uint8Array(newBuffer);
   HEAPU16 = new Uint16Array(newBuffer);
   HEAPU32 = new Uint32Array(newBuffer);
   HEAPF32 = new Float32Array(newBuffer);
   HEAPF64 = new Float64Array(newBuffer);
   buffer = newBuffer;
   bufferView = HEAPU8;
  }
  return oldPages;
 }
 
 return {
  "memory": Object.create(Object.prototype, {
   "grow": {
    "value": __wasm_memory_grow
   }, 
   "buffer": {
    "get": function () {
     return buffer;
    }
    
   }
  }), 
  "prepare": $21, 
  "weights": $22, 
  "photo": $23, 
  "read": $24
 };
}

export default asmFunc;
// sources: 7e30bf6582f9614d4710387af9fd161dd6f0552c1ebb0a1a10181fcc11ed03d9
